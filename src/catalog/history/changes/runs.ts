import type { Action, StepChange } from './step-change.ts'

/** Neighbouring entries of the log with one action in one language: what lists count and cut pages by. */
export interface Run {
  readonly action: Action
  /** Code of the language; `''` for an entry that concerns all. */
  readonly language: string
  readonly count: number
}

/** The runs of a step's changes, in their order. */
export function runsOf(changes: readonly StepChange[]): Run[] {
  const runs: { action: Action; language: string; count: number }[] = []
  for (const { action, language: { code: language } = { code: '' } } of changes) {
    const last = runs.at(-1)
    if (last?.action === action && last.language === language) last.count++
    else runs.push({ action, language, count: 1 })
  }
  return runs
}

/** How many entries there are. */
export function countRuns(runs: readonly Run[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0)
}
