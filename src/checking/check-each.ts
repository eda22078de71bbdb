import { judge } from '../checks/run.ts'
import type { ProjectConfig } from '../config/config.ts'
import { digestOf } from '../model/digest.ts'
import { packFailing, rowsOf, shareVerdicts } from '../model/failing-checks.ts'
import { countFailing } from '../model/statistics.ts'
import type { CheckedTranslation } from '../reading/checked-translation.ts'
import type { Library } from '../reading/library.ts'
import type { ParsedTranslation } from '../reading/translation-file.ts'
import { remember } from '../store/store.ts'
import { createCheckedUnits } from './checked-units.ts'
import { type GlossaryScope, glossaryKey } from './glossary.ts'
import type { ReadComponent } from './needs-edit.ts'

export interface CheckOptions {
  readonly library: Library
  /** Called with each translation before its units are checked. */
  readonly onCheck?: (translation: ParsedTranslation) => void
}

/** A translation, and what its checks depend on. */
export interface Placed {
  readonly translation: ParsedTranslation
  readonly place: GlossaryScope
  /** Key of the translation with all that. */
  readonly key: string
}

/** A translation whose units have been checked one by one. */
export interface Checked extends Placed {
  readonly alone: CheckedTranslation
}

/** Prepares the translations of a component for checks; the glossaries are those among `components`. */
export function placeTranslations(
  project: ProjectConfig,
  { config, translations }: ReadComponent,
  components: readonly ReadComponent[],
): Placed[] {
  const place = { project, config, components }
  return translations.map((translation) => {
    return { translation, place, key: checksKey(translation, place) }
  })
}

/** Runs the checks of single units, once for each distinct content of a translation. */
export function checkEach(
  placed: readonly Placed[],
  { library, onCheck }: CheckOptions,
): Checked[] {
  return placed.map(({ translation, place, key }) => {
    const alone = remember(library.checked, key, () => {
      onCheck?.(translation)
      return checkUnits(translation, place)
    })
    return { translation, place, key, alone }
  })
}

/** Returns the key for everything that decides which checks fail on a translation's units alone. */
function checksKey(translation: ParsedTranslation, place: GlossaryScope): string {
  const { contentKey, isSource, language } = translation
  const { config, project } = place
  return digestOf([
    ...[contentKey, config.name, config.checkFlags, config.isGlossary, config.sourceLanguage],
    ...[project.name, project.checkFlags, language.code, isSource, glossaryKey(translation, place)],
  ])
}

function checkUnits(translation: ParsedTranslation, place: GlossaryScope): CheckedTranslation {
  const units = translation.units()
  const unitAt = createCheckedUnits(translation, place)
  const weblate: [number, readonly string[]][] = []
  const gitglot: [number, readonly string[]][] = []
  for (let row = 0; row < units.states.length; row++) {
    const failures = judge(unitAt(units, row))
    if (failures.weblate.length > 0) weblate.push([row, failures.weblate])
    if (failures.gitglot.length > 0) gitglot.push([row, failures.gitglot])
  }
  const failing = packFailing(weblate)
  return {
    ...shareVerdicts({ failing, verdict: packFailing(gitglot) }),
    statistics: countFailing(translation, units, rowsOf(failing)),
  }
}
