import { trim } from '../../src/text.ts'
import type { Entry } from '../entry.ts'
import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'
import { EQUALS_ONLY } from './dialect.ts'
import { decodeEscapes } from './escapes.ts'
import { keyValueFormat, utf8Facts } from './properties.ts'

/** Also a conflict marker: a template that holds one is still of Joomla. */
const COMMENT = /^\s*(?:[;#[].*|(?:<{7}|={7}|>{7})(?: .*)?)?$/
const TEXT = /^\s*[A-Z0-9_.-]+\s*=\s*".*"\s*$/
const SECTION = /^\s*\[[^\]]*\]\s*$/
const KEY = /^\s*[^\s=;#[][^=]*=/

/** Discovers Joomla's language files, and other files of keys and texts without sections. */
const joomlaDiscovery = templateRule({
  files: /\.(?:ini|lng)$/i,
  dataMasks: /\*/,
  isOwn: isJoomla,
})

/**
 * Returns whether Joomla can read a text: keys in capitals with texts in quotes, or any keys if there are no sections.
 */
export function isJoomla(text: string): boolean {
  const lines = text.split(/\r?\n/)
  const entries = lines.filter((line) => !COMMENT.test(line))
  const isEach = (pattern: RegExp): boolean => entries.every((line) => pattern.test(line))
  const hasSections = lines.some((line) => SECTION.test(line))
  return entries.length > 0 && (isEach(TEXT) || (!hasSections && isEach(KEY)))
}

const keyValues = keyValueFormat({
  ...utf8Facts,
  id: 'joomla',
  name: 'Joomla language file',
  extension: 'ini',
  template: 'always',
  checkFlags: '',
  discovery: joomlaDiscovery,
  rules: { dialect: EQUALS_ONLY, textOf },
})

/** Joomla's `Text::plural` looks for `KEY_2` or `KEY_MORE` before `KEY`; each language has suffixes of its own. */
const FORM = /_(?:\d+|ZERO|ONE|TWO|FEW|MANY|OTHER|MORE)$/

/** Joomla's language files: values in quotes, in which `"_QQ_"` stands for a quote. */
export const joomla: Format = {
  ...keyValues,
  parse(bytes, options) {
    const { entries } = keyValues.parse(bytes, options)
    const counts = new Map<string, number>()
    for (const { context } of entries) counts.set(context, 1 + (counts.get(context) ?? 0))
    const isForm = ({ context }: Entry) =>
      FORM.test(context) && counts.has(context.replace(FORM, '')) && counts.get(context) === 1
    return {
      entries: entries.map((entry) => (isForm(entry) ? { ...entry, sharesContext: true } : entry)),
    }
  },
}

function textOf(written: string): string {
  const value = trim(written)
  const isQuoted = value.length > 2 && value.startsWith('"') && value.endsWith('"')
  return decodeEscapes((isQuoted ? value.slice(1, -1) : value).replaceAll('"_QQ_"', '"'))
}
