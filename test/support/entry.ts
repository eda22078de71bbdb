import type { Entry } from '../../formats/entry.ts'

/** An entry with some fields; its position follows from its index. */
export function entryOf(fields: Pick<Entry, 'context'> & Partial<Entry>, index: number): Entry {
  const target = fields.target ?? ''
  return {
    source: '',
    target,
    state: target === '' ? 'untranslated' : 'translated',
    note: '',
    explanation: '',
    flags: '',
    position: index + 1,
    offset: 0,
    ...fields,
  }
}

/** What versions of a file are compared by: places may be those of an earlier one. */
export function withoutPlaces(entries: readonly Entry[]): Partial<Entry>[] {
  return entries.map(({ position: _, offset: __, ...entry }) => entry)
}
