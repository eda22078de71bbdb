import { type Entry, SEP } from '../entry.ts'

/**
 * The entries of a table in which rows of one key, or of one source and context, are alternatives of one text: at the
 * place of the first, their texts joined with `SEP`. With a template so are their notes, and the first location counts.
 */
export function joinAlternatives(entries: readonly Entry[], isMonolingual: boolean): Entry[] {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = `${entry.context}\0${entry.source}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [entry])
    else group.push(entry)
  }
  return Array.from(groups.values(), (rows, index) => joinRows(rows, isMonolingual, index + 1))
}

function joinRows(rows: readonly Entry[], isMonolingual: boolean, position: number): Entry {
  const [first] = rows as readonly [Entry, ...Entry[]]
  const texts = (field: 'source' | 'target' | 'note') => rows.map((row) => row[field])
  const notes = texts('note')
  const targets = texts('target')
  const states = targets.some((target) => target !== '') ? rows.map(({ state }) => state) : []
  return {
    ...first,
    source: isMonolingual ? '' : texts('source').join(SEP),
    target: targets.join(SEP),
    state: (['fuzzy', 'translated'] as const).find((one) => states.includes(one)) ?? 'untranslated',
    note: isMonolingual ? notes.join(SEP) : notes.filter((note) => note !== '').join('\n'),
    location: isMonolingual
      ? (first.location ?? '')
      : rows.map(({ location }) => location).join(', '),
    position,
  }
}
