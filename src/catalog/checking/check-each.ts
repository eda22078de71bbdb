import { judge } from '../../checks/run.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { digestOf } from '../digest.ts'
import { packFailing, rowsOf, shareVerdicts } from '../failing-checks.ts'
import type { PreviousSources } from '../history/component-history.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'
import { countFailing } from '../statistics.ts'
import type { CheckedTranslation } from './checked-translation.ts'
import { createCheckedUnits } from './checked-units.ts'
import { type CheckedComponent, type GlossaryScope, glossaryKey } from './glossary.ts'
import { markNeedsEdit } from './needs-edit.ts'

/** A component whose files are read. */
export interface ReadComponent {
  readonly config: ComponentConfig
  readonly content: ComponentContent
  /** The part of its history that gives units other states than the files. */
  readonly outdated?: PreviousSources | undefined
}

export interface CheckOptions {
  readonly library: Library
  /** Called with each translation before its units are checked. */
  readonly onCheck?: (translation: ParsedTranslation) => void
}

/** A translation, and what its checks depend on. */
export interface Placed {
  readonly translation: ParsedTranslation
  readonly place: GlossaryScope
  /** Names all that. */
  readonly key: string
}

/** A translation whose units have been checked one by one. */
export interface Checked extends Placed {
  readonly alone: CheckedTranslation
}

/** Applies the states from its history to a component. */
export function withStates(
  { config, content, outdated }: ReadComponent,
  library: Library,
): CheckedComponent {
  const { weblate } = config
  return { config, translations: markNeedsEdit(content, outdated, { library, weblate }) }
}

/** Prepares the translations of a component for checks; the glossaries are those among `components`. */
export function placeTranslations(
  project: ProjectConfig,
  { config, translations }: CheckedComponent,
  components: readonly CheckedComponent[],
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
  const checked: Checked[] = []
  for (const { translation, place, key } of placed) {
    let alone = library.checked.get(key)
    if (alone === undefined) {
      onCheck?.(translation)
      alone = checkUnits(translation, place)
      library.checked.set(key, alone)
    }
    checked.push({ translation, place, key, alone })
  }
  return checked
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
    if (failures.own.length > 0) gitglot.push([row, failures.own])
  }
  const failing = packFailing(weblate)
  return {
    ...shareVerdicts({ failing, verdict: packFailing(gitglot) }),
    counts: countFailing(units, rowsOf(failing)),
  }
}
