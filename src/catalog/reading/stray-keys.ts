import type { Entry } from '../../../formats/entry.ts'
import { openKeyFilter } from './entry.ts'

/** Keys of a translation's file that give it no unit. */
export interface StrayKeys {
  /** Keys that the template lacks: the first ones, and how many there are. */
  readonly unknown: KeySample
  /** Keys that stand more than once, of which one counts. */
  readonly repeated: KeySample
}

interface KeySample {
  readonly count: number
  readonly keys: readonly string[]
}

const MAX_KEYS = 10
/** In UTF-16 units; the beginning of a longer key is enough for people. */
const MAX_LENGTH = 200

/** Collects the stray keys of a file; those that `keyFilter` leaves out are none. */
export function createStrayKeys(keyFilter: string): {
  add(kind: keyof StrayKeys, entry: Entry): void
  /** Undefined if there are none. */
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
