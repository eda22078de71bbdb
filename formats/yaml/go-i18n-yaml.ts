import { decodeUtf8 } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { listedMessages, messagesByKey } from '../json/go-i18n.ts'
import { pluralTags } from '../plural-tags.ts'
import { readDocument } from './document.ts'
import { jsonOfNode } from './json-of-node.ts'
import { yaml } from './yaml.ts'
import { yamlRule } from './yaml-discovery.ts'

const { as2026: _, ...facts } = yaml

/**
 * Messages of go-i18n in YAML, as sites of Hugo have them
 * (https://gohugo.io/content-management/multilingual/#translation-of-strings): those of version 2, or a list with `id`
 * and `translation` of version 1. A plural form is the one of its name.
 */
export const goI18nYaml: Format = {
  ...facts,
  id: 'go-i18n-yaml',
  name: 'go-i18n YAML file',
  template: 'always',
  discovery: yamlRule('go-i18n-yaml'),
  parse: parseYaml,
}

function parseYaml(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const text = decodeUtf8(bytes)
  const root = readDocument(text, options.onFault)
  if (root === undefined) return { entries: [] }
  const document = { text, value: jsonOfNode(root, text) }
  const named = { ...options, names: pluralTags(options.languageCode) }
  const messagesIn = root.kind === 'list' ? listedMessages : messagesByKey
  return { entries: messagesIn(document, named) }
}
