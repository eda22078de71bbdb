import type { Entry } from '../../formats/entry.ts'
import type { StrayKeys } from '../model/file-summary.ts'
import { openKeyFilter } from './entry.ts'

const MAX_KEYS = 10
/** In UTF-16 units: bounds the memory for hostile keys, of which only the beginning is kept. */
const MAX_LENGTH = 10_000

/** Collects the stray keys of a file. Keys that `keyFilter` excludes are not stray. */
export function createStrayKeys(keyFilter: string): {
  add(kind: keyof StrayKeys, entry: Pick<Entry, 'context'>): void
  /** Returns undefined if there are none. */
  result(): StrayKeys | undefined
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
    result: () => (strays.unknown.count + strays.repeated.count > 0 ? strays : undefined),
  }
}

function emptySample() {
  const keys: string[] = []
  return { count: 0, keys }
}
