import type { ComponentConfig } from '../config/config.ts'
import type { Component, Translation } from './model.ts'

/**
 * What an answer needs to know: components as they are configured, which some projects leave to be found; files as they
 * are, their units with states, or also how those came to be so.
 */
export type Need = 'components' | 'files' | 'units' | 'history'

/** Whether something is known, will be, or cannot be. */
export type Knowledge = 'known' | 'awaited' | 'unknowable'

/** Whether states of units depend on the history, not on the files alone. */
export function hasStatesOfHistory({
  stateFrom,
  template,
}: Pick<ComponentConfig, 'stateFrom' | 'template'>): boolean {
  return stateFrom !== 'commit' && template !== ''
}

/** What is known of a component. History that is known in part stays awaited while the rest is being fetched. */
export function knowledgeOf(
  {
    config,
    isReady,
    reading,
    completeness,
  }: Pick<Component, 'config' | 'isReady' | 'reading' | 'completeness'>,
  need: Need,
): Knowledge {
  if (need === 'components') return 'known'
  const unknown = reading === undefined ? 'unknowable' : 'awaited'
  if (!isReady || reading === 'files') return unknown
  if (config.vcs === 'local') return 'known'
  if (need === 'files') return 'known'
  if (need === 'units' && !hasStatesOfHistory(config)) return 'known'
  if (completeness === undefined) return unknown
  return completeness.complete || reading === undefined ? 'known' : 'awaited'
}

/** Those whose units are known: sums are over them. */
export function knownTranslations(translations: readonly Translation[]): Translation[] {
  let last: Component | undefined
  let isKnown = false
  // Those of one component mostly follow each other.
  return translations.filter(({ component }) => {
    if (component !== last) isKnown = knowledgeOf(component, 'units') === 'known'
    last = component
    return isKnown
  })
}
