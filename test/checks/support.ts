import type { CheckedUnit } from '../../src/checks/check.ts'
import { parseFlags } from '../../src/checks/flags.ts'
import { checksById } from '../../src/checks/registry.ts'
import { languageForCode } from '../../src/languages/language.ts'

/** A unit in Czech with one form and the given flags. */
export function unitOf(
  source: string,
  target: string,
  flags = '',
  differences: Partial<CheckedUnit> = {},
): CheckedUnit {
  return {
    weblate: '5.14',
    sources: [source],
    targets: [target],
    sourceLanguage: languageForCode('en'),
    language: languageForCode('cs'),
    flags: parseFlags(flags),
    context: '',
    note: '',
    projectName: 'Project',
    componentName: 'Component',
    ...differences,
  }
}

/** The explanation and the highlighted texts; undefined when the check passes. */
export function explain(id: string, unit: CheckedUnit): readonly string[] | undefined {
  const check = checksById.get(id)
  if (check === undefined) throw new RangeError(`no check ${id}`)
  if (!check.fails(unit)) return undefined
  const { explanation, spans } = check.explain(unit)
  const texts = { source: unit.sources, target: unit.targets }
  return [
    explanation,
    ...spans.map(({ side, form, start, end }) => {
      return `${side} ${form}: ${texts[side][form]?.slice(start, end)}`
    }),
  ]
}
