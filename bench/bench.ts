import type { Sample } from './sample.ts'

/** What a row promises: of our value divided by the other one, or, with `atMostAbove`, of their difference. */
export type Target =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly atMostAbove: number }

/** One comparison, a value for each run on both sides; the runs of the two sides alternate. */
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
  /** What ours is compared with, in a few words. */
  readonly otherName: string
  readonly others: readonly number[]
  /** Rows without one are there to explain others. */
  readonly target?: Target
}

/** Where to measure. */
export interface Setting {
  /** Folder of the built programs and sides: `cli/main.js`, `sides/NAME.js`. */
  readonly build: string
  readonly samples: readonly Sample[]
  /** One with many commits, of which only the history is measured. */
  readonly longSample: Sample | undefined
  /** Some with few commits, of which only the history is measured. */
  readonly shortSamples: readonly Sample[]
  readonly runs: number
  /** Sizes of the bench `scale`, ascending: how many times 250,000 units. */
  readonly scales: readonly number[]
  /** What the bench `clone` clones: paths of bundles and bare repositories. */
  readonly clones: readonly string[]
}

/** One file of this folder: a few rows that belong together. */
export interface Bench {
  readonly name: string
  readonly rows: (setting: Setting) => Promise<Row[]>
}

/** The middle value; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
