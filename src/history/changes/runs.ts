import type { Action, StepChange } from './step-change.ts'

/** Consecutive entries of the log with the same action and language, by which lists count and cut pages. */
export interface Run {
  readonly action: Action
  /** Code of the language; `''` for an entry that concerns all. */
  readonly language: string
  readonly count: number
}

/** Groups a step's changes into runs, in their order. */
export function runsOf(changes: readonly StepChange[]): Run[] {
  const runs: { action: Action; language: string; count: number }[] = []
  for (const { action, language: { code: language } = { code: '' } } of changes) {
    const last = runs.at(-1)
    if (last?.action === action && last.language === language) last.count++
    else runs.push({ action, language, count: 1 })
  }
  return runs
}

/** Counts the entries. */
export function countRuns(runs: readonly Run[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0)
}
