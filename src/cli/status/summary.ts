import { countSeverities } from '../../catalog/checking/count-severities.ts'
import { countFailures } from '../../catalog/checking/explain-checks.ts'
import type { Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { percent, type Statistics, sumStatistics } from '../../catalog/statistics.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { isBroken } from '../check/file-problems.ts'
import type { Outdated } from '../outdated.ts'
import type { Selected } from '../selection.ts'

/** Counts of units; `translatedPercent` has one decimal, is truncated, and is 100 only when nothing is left. */
export interface Counts {
  readonly total: number
  readonly translated: number
  readonly translatedPercent: number
  readonly fuzzy: number
  readonly readOnly: number
  readonly failing: number
  readonly words: number
  readonly translatedWords: number
  /** Units that are older than their source; null without `--outdated`. */
  readonly outdated: number | null
}

/** The counts of a language in all components, or in one. */
export interface LanguageSummary extends Counts {
  readonly language: string
  readonly languageName: string
}

/** The counts of a translation. */
export interface TranslationSummary extends LanguageSummary {
  readonly isSource: boolean
  /** Whether the file can be read. If not, all counts are 0. */
  readonly isReadable: boolean
  /** `''` for the source language of a component without a template. */
  readonly filename: string
  /** Number of units by the id of the check they fail. */
  readonly failingChecks: Readonly<Record<string, number>>
}

interface AlertSummary {
  readonly name: string
  readonly message: string
  readonly filename: string
}

/** The counts of a component and of each of its translations. */
export interface ComponentSummary extends Counts {
  /** `project/component` */
  readonly component: string
  readonly name: string
  readonly fileFormat: string
  readonly filemask: string
  readonly sourceLanguage: string
  /** Null for the files on disk, or if nothing can be read. */
  readonly commit: string | null
  readonly translations: readonly TranslationSummary[]
  readonly alerts: readonly AlertSummary[]
}

/** What `gitglot status --format json` prints; described by `schemas/status.schema.json`. */
export interface StatusSummary extends Counts {
  /** A path or an address, as on the command line. */
  readonly repository: string
  readonly components: readonly ComponentSummary[]
  /** In the order of their codes. */
  readonly languages: readonly LanguageSummary[]
}

/** The counts of the selected translations, and their sums by component and overall. */
export function summarizeStatus(
  repository: string,
  selected: readonly Selected[],
  outdated: Outdated | undefined,
): StatusSummary {
  const all = selected.flatMap(({ translations }) => translations)
  const components = selected.map((one) => summarizeComponent(one, outdated))
  const languages = summarizeLanguages(all, outdated)
  const whenEmpty = components.length === 0 || isAnyRead(components) ? 100 : 0
  const counts = countsOf(all, outdated, whenEmpty)
  return { repository, ...counts, components, languages }
}

function summarizeLanguages(
  translations: readonly Translation[],
  outdated: Outdated | undefined,
): LanguageSummary[] {
  const byCode = new Map<string, Translation[]>()
  for (const translation of translations) {
    const { code } = translation.language
    byCode.set(code, [...(byCode.get(code) ?? []), translation])
  }
  return [...byCode]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([language, own]) => ({
      language,
      languageName: own[0]?.language.name ?? language,
      ...countsOf(own, outdated),
    }))
}

function summarizeComponent(
  { component, translations }: Selected,
  outdated: Outdated | undefined,
): ComponentSummary {
  const { config, sourceLanguage, commit, alerts } = component
  const shown = {
    translations: translations.map((one) => summarizeTranslation(one, outdated)),
    alerts: alerts.map(({ name, message, filename }) => ({ name, message, filename })),
  }
  return {
    component: placeOf(component),
    name: config.name,
    fileFormat: config.fileFormat,
    filemask: config.filemask,
    sourceLanguage: sourceLanguage.code,
    commit: commit === undefined || commit.oid === WORK_TREE_OID ? null : commit.oid,
    ...countsOf(translations, outdated, isAnyRead([shown]) ? 100 : 0),
    ...shown,
  }
}

function summarizeTranslation(
  translation: Translation,
  outdated: Outdated | undefined,
): TranslationSummary {
  const { language, isSource, filename, alert } = translation
  const failures = countFailures([translation]).map(({ check, units }) => [check.id, units])
  return {
    language: language.code,
    languageName: language.name,
    isSource,
    isReadable: alert === undefined,
    filename,
    ...countsOf([translation], outdated),
    failingChecks: Object.fromEntries(failures),
  }
}

/** Whether they are counts of files that cannot be read: of files without strings 100% are translated. */
export function isUnread({ total, translatedPercent }: Counts): boolean {
  return total === 0 && translatedPercent === 0
}

/** Whether anything of components can be read. If not, their sums are 0. */
function isAnyRead(
  components: readonly Pick<ComponentSummary, 'translations' | 'alerts'>[],
): boolean {
  return components.some(({ translations, alerts }) =>
    translations.length === 0
      ? !alerts.some(isBroken)
      : translations.some(({ isReadable }) => isReadable),
  )
}

/** The sum of the counts of translations; of no units `whenEmpty` percent are translated. */
export function countsOf(
  translations: readonly Translation[],
  outdated?: Outdated,
  whenEmpty: 0 | 100 = translations.some(({ alert }) => alert !== undefined) ? 0 : 100,
): Counts {
  const sum: Statistics = sumStatistics(translations.map(({ statistics }) => statistics))
  const failing = countSeverities(translations)
  return {
    total: sum.total.units,
    translated: sum.translated.units,
    translatedPercent: percent(sum.translated.units, sum.total.units, whenEmpty),
    fuzzy: sum.fuzzy.units,
    readOnly: sum.readonly.units,
    failing: failing.error + failing.warning + failing.note,
    words: sum.total.words,
    translatedWords: sum.translated.words,
    outdated: outdated
      ? translations.reduce((total, one) => total + (outdated.get(one)?.length ?? 0), 0)
      : null,
  }
}
