import type { WeblateVersion } from '../../src/weblate-version.ts'

type Fields = Readonly<Record<string, unknown>>

const MULTIPLE = 'multiple_failures'

/** By how much the failing strings of the source language differ from what was recorded. */
export interface Correction {
  readonly code: string
  readonly units: number
  readonly words: number
  /** The `id_hash` of the units that fail now, or no longer. */
  readonly changed: ReadonlySet<unknown>
}

/** All units of a component, by language. */
export type RecordedUnits = readonly (readonly [language: string, units: readonly Fields[]])[]

/**
 * Recorded units with `multiple_failures` as its rule has it, and what counts must be corrected by: a first import of the
 * reference looks at checks of many units in a random order, so that some are missing until its next run.
 */
export function rerunMultiple(
  recorded: RecordedUnits,
  code: string,
  weblate: WeblateVersion,
): { readonly units: RecordedUnits; readonly correction: Correction } {
  const counts = new Map<unknown, number>()
  const counting = recorded.filter(([language]) => language !== code || weblate === '5.14')
  for (const unit of counting.flatMap(([, units]) => units)) {
    const hash = String(unit['id_hash'])
    if (othersOf(unit).length > 0) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const changed = new Set<unknown>()
  let units = 0
  let words = 0
  function rerun(unit: Fields): Fields {
    const others = othersOf(unit)
    const checks = (counts.get(String(unit['id_hash'])) ?? 0) > 1 ? [...others, MULTIPLE] : others
    const step = Number(checks.length > 0) - Number((unit['checks'] as string[]).length > 0)
    units += step
    words += step * Number(unit['num_words'])
    if (step !== 0) changed.add(String(unit['id_hash']))
    return { ...unit, checks, has_failing_check: checks.length > 0 }
  }
  const after = recorded.map(([language, all]) => {
    return [language, language === code ? all.map(rerun) : all] as const
  })
  return { units: after, correction: { code, units, words, changed } }
}

/** A recorded answer with its counts of failing strings of the source language, or of all languages, corrected. */
export function correct(body: unknown, correction: Correction): unknown {
  if (correction.changed.size === 0) return body
  if (Array.isArray(body)) return body.map((item) => correct(item, correction))
  if (typeof body !== 'object' || body === null) return body
  const fields: Record<string, unknown> = { ...body }
  if ('results' in fields) return { ...fields, results: correct(fields['results'], correction) }
  const code = fields['code'] ?? fields['language_code'] ?? correction.code
  if (code !== correction.code) return body
  if (correction.changed.has(String(fields['id_hash']))) {
    return { ...fields, has_failing_check: !fields['has_failing_check'] }
  }
  for (const name of ['failing', 'failing_checks']) {
    if (name in fields) add(fields, name, correction.units, 'total')
    if (`${name}_words` in fields) add(fields, `${name}_words`, correction.words, 'total_words')
  }
  return fields
}

function add(fields: Record<string, unknown>, name: string, more: number, total: string): void {
  const count = Number(fields[name]) + more
  fields[name] = count
  const percent = `${name}_percent`
  if (percent in fields) fields[percent] = Math.floor((1000 * count) / Number(fields[total])) / 10
}

function othersOf(unit: Fields): string[] {
  return (unit['checks'] as string[]).filter((id) => id !== MULTIPLE)
}
