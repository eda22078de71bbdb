import { expectWhole } from '../../src/text.ts'
import { createContextLimit, type Entry } from '../entry.ts'
import { isTruthy, scalarText } from './python-text.ts'
import type { JsonDocument } from './reader.ts'
import type { JsonArray, JsonObject, JsonValue } from './value.ts'

/** Makes an entry from a scalar below the top level, or from its plural forms joined with `SEP`. */
export type ToEntry = (
  path: string,
  value: JsonValue,
  index: number,
  offset?: number,
  member?: MemberFacts,
) => Entry

/** A member as an entry sees it; several members of the file may be its forms. */
export interface Member extends MemberFacts {
  readonly key: string
  readonly value: JsonValue
  readonly offset: number
}

interface MemberFacts extends Pick<Entry, 'missingForms' | 'sharesContext'> {
  /** Default: whatever is true in Python is translated. */
  readonly isTranslated?: boolean
}

/** Groups an object's members into entries, if these are not one by one. Throws ParseError, with `text`. */
export type MembersOf = (object: JsonObject, text: string) => Iterable<Member>

/** Makes entries from a file's tree. */
export function toEntryOf(isMonolingual: boolean): ToEntry {
  return isMonolingual ? monolingualEntry : bilingualEntry
}

function monolingualEntry(
  path: string,
  value: JsonValue,
  index: number,
  offset: number = 0,
  { isTranslated = isTruthy(value), missingForms, sharesContext }: MemberFacts = {},
): Entry {
  return {
    context: path,
    source: '',
    target: scalarText(value),
    state: isTranslated ? 'translated' : 'untranslated',
    ...(missingForms !== undefined && { missingForms }),
    ...(sharesContext && { sharesContext }),
    note: '',
    explanation: '',
    flags: '',
    position: index + 1,
    offset,
  }
}

function bilingualEntry(...given: Parameters<ToEntry>): Entry {
  return { ...monolingualEntry(...given), context: '', source: given[0].replace(/^\.+/, '') }
}

/**
 * Returns every scalar below the top level, with its path as context: `a.b`, `list[0].k`. Throws ParseError, also for
 * lone surrogates in context or text, and for contexts of more than 256 million characters.
 */
export function readTree(
  { text, value: top }: JsonDocument,
  toEntry: ToEntry,
  membersOf?: MembersOf,
): Entry[] {
  const entries: Entry[] = []
  const countContext = createContextLimit(text)

  function visit(value: JsonValue, path: string, offset: number, member?: MemberFacts): void {
    if (!isScalar(value)) {
      descend(value, path)
      return
    }
    countContext(path, offset)
    expectWhole(path, text, offset)
    if (typeof value === 'string') expectWhole(value, text, offset)
    entries.push(toEntry(path, value, entries.length, offset, member))
  }

  /** Below the top level a member appends `.key`; the first dot of a path is not part of the context. */
  function descend(value: JsonArray | JsonObject, path?: string): void {
    const { offsets } = value
    if (value.kind === 'array') {
      const prefix = `${path ?? ''}[`
      value.items.forEach((item, index) => {
        visit(item, `${prefix}${index}]`, offsets[index] ?? 0)
      })
      return
    }
    const prefix = path === undefined ? '' : `${path}.`
    if (membersOf === undefined) {
      value.keys.forEach((key, index) => {
        visit(value.values[index] ?? null, prefix + key, offsets[index] ?? 0)
      })
      return
    }
    for (const member of membersOf(value, text)) {
      visit(member.value, prefix + member.key, member.offset, member)
    }
  }

  if (!isScalar(top)) descend(top)
  return entries
}

function isScalar(value: JsonValue): value is Exclude<JsonValue, JsonArray | JsonObject> {
  return typeof value !== 'object' || value === null || value.kind === 'number'
}
