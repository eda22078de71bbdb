import type { ComponentConfig } from '../config/config.ts'
import type { Alert, Component, Project, Translation } from './model.ts'

/**
 * What an answer needs to know: components as they are configured, which some projects leave to be found; files as they
 * are, their units with states, or also how those came to be so.
 */
export type Need = 'components' | 'files' | 'units' | 'history'

/** Whether something is known, will be known, or cannot be. */
export type Readiness = 'known' | 'awaited' | 'unknowable'

/** Returns whether states of units depend on the history, not only on the files. */
export function hasStatesOfHistory({ stateFrom, template }: ComponentConfig): boolean {
  return stateFrom !== 'commit' && template !== ''
}

/** Returns what is known about a component. Partly known history counts as pending while the rest is being fetched. */
export function readinessOf(
  component: Pick<Component, 'config' | 'commit' | 'state' | 'isHistoryAwaited' | 'completeness'>,
  need: Need,
): Readiness {
  const { config, commit, state, isHistoryAwaited, completeness } = component
  if (need === 'components') return 'known'
  if (state === 'reading') return 'awaited'
  if (config.vcs === 'local') return 'known'
  if (commit === undefined) return 'unknowable'
  if (need === 'files') return 'known'
  if (need === 'units' && state === 'unreadable') return 'unknowable'
  if (need === 'units' && !hasStatesOfHistory(config)) return 'known'
  if (completeness === undefined) return isHistoryAwaited ? 'awaited' : 'unknowable'
  return completeness.complete || !isHistoryAwaited ? 'known' : 'awaited'
}

/** Those whose units are known. What is wrong with a file leaves out its language alone. */
export function knownTranslations(
  translations: readonly Translation[],
  need: Need = 'units',
): Translation[] {
  return ofKnownComponents(translations, need).filter(
    ({ component, alert }) => component.state === 'ready' && alert === undefined,
  )
}

/** Those that the API lists and sums: as in Weblate, a file that cannot be read is one without strings. */
export function listedTranslations(translations: readonly Translation[]): Translation[] {
  return ofKnownComponents(translations, 'units')
}

function ofKnownComponents(translations: readonly Translation[], need: Need): Translation[] {
  let last: Component | undefined
  let isKnown = false
  // Translations of a component mostly follow each other.
  return translations.filter(({ component }) => {
    if (component !== last) isKnown = readinessOf(component, need) === 'known'
    last = component
    return isKnown
  })
}

/** Returns whether an alert is about an unreadable file or repository. */
export function isBroken({ name }: Pick<Alert, 'name'>): boolean {
  return name !== 'DuplicateLanguage' && name !== 'IgnoredFile' && name !== 'RefusedText'
}

/** Returns whether alerts of this name are about strings that are left out. */
export function hidesStrings(name: Alert['name']): boolean {
  return ['ParseError', 'RepositoryError', 'MissingFile', 'InternalError'].includes(name)
}

/**
 * Returns the alerts about strings that lists of a component leave out, or lists of its strings in a language. A
 * repository that cannot be read any more hides none: it is shown as it was.
 */
export function hidingAlerts({ alerts, commit, translations }: Component, code?: string): Alert[] {
  const files = translations.filter(({ language }) => language.code === code)
  const isWhole = code === undefined || translations.length === 0
  const meant = isWhole ? alerts : files.flatMap(({ alert }) => alert ?? [])
  return meant.filter(({ name, filename }) => {
    const isStale = name === 'RepositoryError' && filename === '' && commit !== undefined
    return hidesStrings(name) && !isStale
  })
}

/**
 * Whether it is known how far a component is translated. What cannot be read is left out; where that leaves nothing but sources,
 * all of which count as translated, their sum says nothing.
 */
export function hasShare(component: Component, need: Need = 'units'): boolean {
  const { alerts, state, translations } = component
  const counted = knownTranslations(translations, need)
  if (counted.some(({ isSource }) => !isSource)) return true
  const isWhole = state === 'ready' && counted.length === translations.length
  const isMissing = alerts.some(({ name }) => name === 'MissingFile')
  return isWhole && readinessOf(component, need) === 'known' && !isMissing
}

/**
 * Returns the same for several components, each of which counts if it has a known one; also for projects whose
 * components cannot be discovered.
 */
export function haveShare(
  components: readonly Component[],
  projects: readonly Project[] = [],
  need: Need = 'units',
): boolean {
  const isKnown = components.some(
    (component) => component.config.vcs !== 'local' && hasShare(component, need),
  )
  const isUnfound = projects.some(
    (project) => project.alerts.length > 0 && project.components.length === 0,
  )
  return isKnown || (!isUnfound && components.every((component) => hasShare(component, need)))
}

/** Returns whether a later answer about a component may differ without a new commit. */
export function isUnsettled({ state, isHistoryAwaited }: Component): boolean {
  return state === 'reading' || isHistoryAwaited
}

/** Returns whether the settings of a component name no existing file: at an old commit it did not exist yet. */
export function isAbsent({ state, alerts }: Component): boolean {
  return state !== 'ready' && alerts.some(({ name }) => name === 'MissingFile')
}
