import { countFailures } from '../checking/explain-checks.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { groupBy } from '../group-by.ts'
import type { OutdatedRows } from '../history/states/outdated.ts'
import type { Translation } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { hasShare, haveShare, knownTranslations } from '../model/readiness.ts'
import { withoutGlossaries } from '../view/counted-components.ts'
import { figuresOf } from './figures.ts'
import type {
  ComponentSummary,
  Counts,
  LanguageSummary,
  ProjectSummary,
  StatusSummary,
  TranslationSummary,
} from './records.ts'
import type { Selected } from './selection.ts'

/** Returns the counts of the selected translations, and their sums by component, by project and overall. */
export function summarizeStatus(
  repository: string,
  selected: readonly Selected[],
  outdated: OutdatedRows | undefined,
): StatusSummary {
  const { projects, languages, ...counts } = summarizeSums(selected, outdated)
  const components = selected.map((component) => summarizeComponent(component, outdated))
  return { repository, ...counts, projects, components, languages }
}

/** Returns the sums of the selected translations: overall, by project and by language. */
export function summarizeSums(
  selected: readonly Selected[],
  outdated?: OutdatedRows,
): Counts & Pick<StatusSummary, 'projects' | 'languages'> {
  const shown = new Set(withoutGlossaries(selected.map(({ component }) => component)))
  const counted = selected.filter(({ component }) => shown.has(component))
  return {
    ...countsIn(counted, outdated),
    projects: summarizeProjects(counted, outdated),
    languages: summarizeLanguages(
      counted.flatMap(({ translations }) => translations),
      outdated,
    ),
  }
}

/** Sorts components, their languages, and languages by the number of strings left to translate. */
export function mostLeftFirst(summary: StatusSummary): StatusSummary {
  const components = summary.components.map((component) => {
    return { ...component, translations: sortByLeft(component.translations) }
  })
  return {
    ...summary,
    components: sortByLeft(components),
    languages: sortByLeft(summary.languages),
  }
}

function sortByLeft<T extends Counts>(counts: readonly T[]): T[] {
  const leftOf = ({ total, translated }: Counts) => total - translated
  return [...counts].sort((a, b) => leftOf(b) - leftOf(a))
}

function summarizeProjects(
  selected: readonly Selected[],
  outdated: OutdatedRows | undefined,
): ProjectSummary[] {
  const byProject = groupBy(selected, ({ component }) => component.project)
  return [...byProject].map(([{ config, shared }, ownComponents]) => {
    const others = selected.filter(({ component }) => shared.includes(component))
    return {
      project: config.slug,
      name: config.name,
      ...countsIn([...ownComponents, ...others], outdated),
    }
  })
}

function summarizeLanguages(
  translations: readonly Translation[],
  outdated: OutdatedRows | undefined,
): LanguageSummary[] {
  const byCode = groupBy(translations, ({ language }) => language.code)
  return [...byCode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, translations]) => ({
      language,
      languageName: translations[0].language.name,
      ...countsOf(translations, outdated),
    }))
}

export function summarizeComponent(
  { component, translations }: Selected,
  outdated?: OutdatedRows,
): ComponentSummary {
  const { config, sourceLanguage, commit, alerts } = component
  return {
    component: placeOf(component),
    name: config.name,
    fileFormat: config.fileFormat,
    filemask: config.filemask,
    sourceLanguage: sourceLanguage.code,
    isGlossary: config.isGlossary,
    commit: commit === undefined || commit.oid === WORK_TREE_OID ? null : commit.oid,
    ...countsIn([{ component, translations }], outdated),
    translations: translations.map((translation) => summarizeTranslation(translation, outdated)),
    alerts: alerts.map(({ name, message, filename }) => ({ name, message, filename })),
  }
}

export function summarizeTranslation(
  translation: Translation,
  outdated?: OutdatedRows,
): TranslationSummary {
  const { language, isSource, filename } = translation
  const failures = countFailures([translation]).map(({ check, units }) => [check.id, units])
  const counts = countsOf([translation], outdated)
  return {
    language: language.code,
    languageName: language.name,
    isSource,
    isReadable: counts.translatedPercent !== null,
    filename,
    ...counts,
    failingChecks: Object.fromEntries(failures),
  }
}

/** Returns the counts of readable components. Counts of one language say nothing about the others. */
function countsIn(selected: readonly Selected[], outdated: OutdatedRows | undefined): Counts {
  const isWhole = selected.every(
    ({ component, translations }) => translations.length === component.translations.length,
  )
  const read = isWhole ? selected.filter(({ component }) => hasShare(component, 'files')) : selected
  const counts = countsOf(
    read.flatMap(({ translations }) => translations),
    outdated,
  )
  const isKnown =
    !isWhole ||
    haveShare(
      selected.map(({ component }) => component),
      [],
      'files',
    )
  return isKnown ? counts : { ...counts, translatedPercent: null }
}

/** Sums up the counts of translations, with the states of the files if the history cannot be read. */
export function countsOf(translations: readonly Translation[], outdated?: OutdatedRows): Counts {
  const figures = figuresOf(translations, { need: 'files' })
  const { total, translated, absent, readOnly, errors, warnings, notes } = figures
  return {
    total,
    translated,
    translatedPercent: figures.percent ?? null,
    absent,
    fuzzy: figures.needsEditing,
    readOnly,
    failing: errors + warnings + notes,
    ...{ errors, warnings, notes },
    words: figures.words,
    translatedWords: figures.translatedWords,
    outdated: outdated
      ? knownTranslations(translations, 'files').reduce(
          (units, translation) => units + outdated(translation).size,
          0,
        )
      : null,
  }
}
