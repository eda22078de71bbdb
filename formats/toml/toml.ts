import { decodeUtf8 } from '../../src/text.ts'
import type { DiscoveryRule } from '../discovery.ts'
import type { Format } from '../format.ts'
import { isOfMessages, messagesByKey } from '../json/go-i18n.ts'
import { readTree, toEntryOf } from '../json/tree.ts'
import { pluralTags } from '../plural-tags.ts'
import { templateRule } from '../template-discovery.ts'
import { readToml } from './document.ts'

/** Go-i18n names its files: https://github.com/nicksnyder/go-i18n */
const GO = /(?:^|\/)(?:active|translate)\.[^/]*$/
const FORM = /\bother["']?[ \t]*=/

/** Discovers files with a language in their name; those of go-i18n by their name, or by plural forms in tables. */
function tomlRule(isOfGo: boolean): DiscoveryRule {
  return templateRule({
    files: /\.toml$/i,
    dataMasks: /\*/,
    isOwn: (text, [template = '']) => (GO.test(template) || hasForms(text)) === isOfGo,
  })
}

function hasForms(text: string): boolean {
  return FORM.test(text) && isOfMessages(() => readToml(Buffer.from(text), undefined).value)
}

/** TOML of any shape: every value is an entry, its context the way to it, `a.b` or `list[0].k`. */
export const toml: Format = {
  id: 'toml',
  name: 'TOML file',
  extension: 'toml',
  mediaType: 'application/toml',
  template: 'always',
  decode: decodeUtf8,
  discovery: tomlRule(false),
  parse: (bytes, { isMonolingual, onFault }) => ({
    entries: readTree(readToml(bytes, onFault), toEntryOf(isMonolingual)),
  }),
}

/** Messages of go-i18n 2 in TOML, read as those in JSON, but for plural forms: each is that of its name, as for go-i18n. */
export const goI18nToml: Format = {
  ...toml,
  id: 'go-i18n-toml',
  name: 'go-i18n TOML file',
  discovery: tomlRule(true),
  parse(bytes, options) {
    const named = { ...options, names: pluralTags(options.languageCode) }
    return { entries: messagesByKey(readToml(bytes, options.onFault), named) }
  },
}
