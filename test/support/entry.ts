import type { Entry } from '../../formats/entry.ts'

/** An entry with what it is given; its position follows from its index. */
export function entryOf(given: Pick<Entry, 'context'> & Partial<Entry>, index: number): Entry {
  const target = given.target ?? ''
  return {
    source: '',
    target,
    state: target === '' ? 'untranslated' : 'translated',
    note: '',
    explanation: '',
    flags: '',
    position: index + 1,
    offset: 0,
    ...given,
  }
}

/** What versions of a file are compared by: places may be those of an earlier one. */
export function withoutPlaces(entries: readonly Entry[]): Partial<Entry>[] {
  return entries.map(({ position: _, offset: __, ...entry }) => entry)
}
