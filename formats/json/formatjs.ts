import { decodeUtf8 } from '../../src/text.ts'
import type { Format } from '../format.ts'
import { describedEntries } from './described.ts'
import { memberOf } from './member.ts'
import { readJson } from './reader.ts'

/** Messages that FormatJS extracts (https://formatjs.github.io/docs/tooling/cli): `defaultMessage` and `description`. */
export const formatjs: Format = {
  id: 'formatjs',
  name: 'Format.JS JSON file',
  extension: 'json',
  mediaType: 'application/json',
  template: 'both',
  checkFlags: 'icu-message-format',
  decode: decodeUtf8,
  parse(bytes, { isMonolingual, onFault }) {
    const document = readJson(bytes, { keepsSurrogates: true, onFault })
    const entries = describedEntries(document, isMonolingual, (member) => ({
      value: memberOf(member, 'defaultMessage'),
      note: memberOf(member, 'description'),
    }))
    return { entries }
  },
}
