import type { Component, Translation } from '../model.ts'
import { STATE } from '../statistics.ts'
import { contextOf } from '../unit.ts'
import { lastTouches } from './last-touches.ts'
import { type SourceVersion, sourceVersions } from './source-versions.ts'
import type { Step } from './timeline.ts'

/** A translated string whose source changed after its translation was touched last. */
export interface OutdatedUnit {
  readonly translation: Translation
  readonly row: number
  /** The source that its translation was made for. */
  readonly previousSource: string
  /** The step that changed the source. */
  readonly changed: Step
  /** The step that touched the translation last; undefined where history is cut off before it. */
  readonly translated: Step | undefined
}

/**
 * The outdated strings of a component's translations, those that are outdated longest first. Nothing that happened up to
 * the step `baseline` (-1: nothing) makes a string outdated. None without a template: there another source is another
 * unit. Yields often.
 */
export function* findOutdated(
  component: Component,
  { translations, baseline }: { translations: readonly Translation[]; baseline: number },
): Generator<void, OutdatedUnit[]> {
  const { past, config } = component
  if (past === undefined || config.template === '') return []
  const versions = yield* sourceVersions(past)
  const isChanged = (context: string): boolean => {
    const own = versions.get(context)
    return own !== undefined && own.length > 1 && own.at(-1)!.step.index > baseline
  }
  const found: OutdatedUnit[] = []
  for (const translation of translations) {
    const { units, language, isSource } = translation
    if (isSource) continue
    const rows: number[] = []
    for (const [row, state] of units.states.entries()) {
      const isTranslated = state !== STATE.readOnly && units.targets[row] !== ''
      if (isTranslated && isChanged(contextOf(units, row))) rows.push(row)
    }
    const touches = yield* lastTouches(past, { language: language.code, units, rows })
    for (const row of rows) {
      const own = versions.get(contextOf(units, row)) ?? []
      const touch = touches.get(row)
      const change = changeAfter(own, Math.max(baseline, touch?.index ?? 0))
      if (change === undefined) continue
      const isCutOff = touch?.index === 0 && !past.timeline.history.complete
      found.push({ translation, row, ...change, translated: isCutOff ? undefined : touch })
    }
  }
  return found.sort((one, other) => one.changed.index - other.changed.index)
}

/** What changed a source for good after a step; undefined when it is (again) as it was then. */
function changeAfter(
  versions: readonly SourceVersion[],
  step: number,
): Pick<OutdatedUnit, 'previousSource' | 'changed'> | undefined {
  const previousSource = (versions.findLast((one) => one.step.index <= step) ?? versions[0])?.text
  const returned = versions.findLastIndex(({ text }) => text === previousSource)
  const change = versions[returned + 1]
  if (previousSource === undefined || change === undefined) return undefined
  return { previousSource, changed: change.step }
}
