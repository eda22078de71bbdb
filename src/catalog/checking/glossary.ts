import { SEP } from '../../../formats/entry.ts'
import type { GlossaryTerm } from '../../checks/check.ts'
import { type Flags, mergeFlags } from '../../checks/flags.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { ParsedTranslation } from '../reading/translation-file.ts'
import { STATE } from '../statistics.ts'
import { flagsOf } from '../unit.ts'

/** A component whose files have been read. */
export interface CheckedComponent {
  readonly config: ComponentConfig
  readonly translations: readonly ParsedTranslation[]
}

/** Where a translation is, as far as its glossary depends on it. */
interface GlossaryPlace {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  /** All of the project. */
  readonly components: readonly CheckedComponent[]
}

const GLOSSARY_FLAG = 'check-glossary'

/** The terms of the project's glossaries in a translation's language; undefined where no flag asks for them. */
export function glossaryFor(
  translation: ParsedTranslation,
  place: GlossaryPlace,
): readonly GlossaryTerm[] | undefined {
  return isAskedFor(translation, place) ? termsOf(translation.language.code, place) : undefined
}

function isAskedFor({ units }: ParsedTranslation, { project, config }: GlossaryPlace): boolean {
  const texts = [project.checkFlags, config.checkFlags]
  return [...texts, ...units.flags.values(), ...units.table.flags.values()].some((text) =>
    text.includes(GLOSSARY_FLAG),
  )
}

function termsOf(code: string, { components }: GlossaryPlace): GlossaryTerm[] {
  const terms: GlossaryTerm[] = []
  for (const { config, translations } of components) {
    if (!config.isGlossary) continue
    for (const { language, units } of translations) {
      if (language.code !== code) continue
      for (let row = 0; row < units.states.length; row++) {
        const readOnly = units.states[row] === STATE.readOnly ? 'read-only' : ''
        terms.push({
          source: units.table.sources[row]?.split(SEP)[0] ?? '',
          target: units.targets[row]?.split(SEP)[0] ?? '',
          flags: mergeFlags(flagsOf(units, row), readOnly),
        })
      }
    }
  }
  return terms
}

/** Whether two glossaries have the same terms in the same order, with the same flags as far as these count. */
export function isSameGlossary(
  one: readonly GlossaryTerm[] | undefined,
  other: readonly GlossaryTerm[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other
  return (
    one.length === other.length &&
    one.every(({ source, target, flags }, index) => {
      const term = other[index]
      return (
        term !== undefined &&
        term.source === source &&
        term.target === target &&
        hasSameFlags(term, flags)
      )
    })
  )
}

/** Compares the flags that count. */
function hasSameFlags(term: GlossaryTerm, flags: Flags): boolean {
  return ['read-only', 'forbidden'].every((name) => term.flags.has(name) === flags.has(name))
}
