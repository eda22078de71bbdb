import type { Entry } from '../../../formats/entry.ts'
import { openKeyFilter } from './entry.ts'

/** Keys in a translation's file that make no unit. */
export interface StrayKeys {
  /** Keys that the template lacks: the first of them, and their number. */
  readonly unknown: KeySample
  /** Keys that occur more than once; only one occurrence counts. */
  readonly repeated: KeySample
}

interface KeySample {
  readonly count: number
  readonly keys: readonly string[]
}

const MAX_KEYS = 10
/** In UTF-16 units: people recognize a key by its beginning. */
const MAX_LENGTH = 200

/** Collects the stray keys of a file. Keys that `keyFilter` excludes are not stray. */
export function createStrayKeys(keyFilter: string): {
  add(kind: keyof StrayKeys, entry: Entry): void
  /** Returns undefined if there are none. */
  found(): StrayKeys | undefined
} {
  const strays = { unknown: emptySample(), repeated: emptySample() }
  const filter = openKeyFilter(keyFilter)
  return {
    add(kind, { context }) {
      if (filter?.test(context) === false) return
      const sample = strays[kind]
      sample.count++
      if (sample.keys.length < MAX_KEYS) sample.keys.push(context.slice(0, MAX_LENGTH))
    },
    found: () => (strays.unknown.count + strays.repeated.count > 0 ? strays : undefined),
  }
}

function emptySample() {
  const keys: string[] = []
  return { count: 0, keys }
}
