import {
  describedEntries,
  describedReaders,
  membersOf,
  objectAt,
  textOfValue,
} from './described.ts'
import { hasOnly, isMapping, isText, JSON_FACTS, type JsonDialect } from './dialect.ts'

/** Messages that FormatJS extracts (https://formatjs.github.io/docs/tooling/cli): `defaultMessage` and `description`. */
export const formatjs: JsonDialect = {
  ...JSON_FACTS,
  id: 'formatjs',
  name: 'Format.JS JSON file',
  checkFlags: 'icu-message-format',
  hasForm: ({ top }) =>
    hasOnly(top, (member) => isMapping(member) && isText(member['defaultMessage'])),
  ...describedReaders(({ text, value: top }, options, readMember) =>
    describedEntries(membersOf(top, text), text, options, (member) => {
      const message = objectAt(member, text)
      return {
        key: member.key,
        ...textOfValue(readMember(message, 'defaultMessage', 'text'), text, member.offset),
        note: readMember(message, 'description', 'text'),
      }
    }),
  ),
}
