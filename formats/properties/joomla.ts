import { trim } from '../../src/text.ts'
import type { Format } from '../format.ts'
import { EQUALS_ONLY } from './dialect.ts'
import { decodeEscapes } from './escapes.ts'
import { joomlaDiscovery } from './joomla-discovery.ts'
import { keyValueFormat, utf8Facts } from './properties.ts'

/** Joomla's language files: values in quotes, in which `"_QQ_"` stands for a quote. */
export const joomla: Format = keyValueFormat({
  ...utf8Facts,
  id: 'joomla',
  name: 'Joomla language file',
  extension: 'ini',
  template: 'always',
  checkFlags: '',
  discovery: joomlaDiscovery,
  rules: { dialect: EQUALS_ONLY, textOf },
})

function textOf(written: string): string {
  const value = trim(written)
  const isQuoted = value.length > 2 && value.startsWith('"') && value.endsWith('"')
  return decodeEscapes((isQuoted ? value.slice(1, -1) : value).replaceAll('"_QQ_"', '"'))
}
