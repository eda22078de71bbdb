import type { Sample } from './sample.ts'

/** The target of a row: a limit for our value divided by the other, or with `atMostAbove` for their difference. */
export type Target =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly atMostAbove: number }

/** One comparison, with a value for each run of both sides, which alternate. */
export interface Row {
  readonly what: string
  readonly unit:
    | 'ms'
    | 'us'
    | 'MB'
    | 'kB'
    | 'MB/s'
    | 'requests/s'
    | 'units/s'
    | 'functions'
    | 'files'
  readonly ours: readonly number[]
  /** What gitglot is compared with, in a few words. */
  readonly otherName: string
  readonly others: readonly number[]
  /** Rows without a target only explain other rows. */
  readonly target?: Target
}

/** Where to measure. */
export interface Setting {
  /** Folder of the built programs and sides: `cli/main.js`, `sides/NAME.js`. */
  readonly build: string
  readonly samples: readonly Sample[]
  /** A repository with many commits, of which only the history is measured. */
  readonly longSample: Sample | undefined
  /** Repositories with few commits, of which only the history is measured. */
  readonly shortSamples: readonly Sample[]
  readonly runs: number
  /** Sizes for the bench `scale` in multiples of 250,000 units, ascending. */
  readonly scales: readonly number[]
  /** Paths of the bundles and bare repositories for the bench `clone`. */
  readonly clones: readonly string[]
}

/** Returns a row that is compared with a goal; without one, it only explains other rows. */
export function goalRow(
  what: string,
  unit: Row['unit'],
  ours: readonly number[],
  goal?: number,
  target: Target = { atMost: 1 },
): Row {
  if (goal === undefined) return { what, unit, ours, otherName: '', others: [] }
  return { what, unit, ours, otherName: 'goal', others: [goal], target }
}
