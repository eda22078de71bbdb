import { ParseError } from '../../errors.ts'
import type { Bucket } from '../../storage/store.ts'
import { sumStatistics } from '../statistics.ts'
import type { FileSummary } from './file-summary.ts'
import type { Library } from './library.ts'

/** What comes in one round may name what else is needed, as plural forms of files do. */
const MAX_ROUNDS = 4
const NONE = sumStatistics([])
const NO_CHECKS = new Uint32Array()
/** Of a file whose digest is not here. */
const UNKNOWN: FileSummary = {
  statistics: NONE,
  bytes: 0,
  refusedExpressions: [],
  asksForGlossary: false,
  strays: undefined,
  faults: [],
}

/**
 * Fetches the digests that work lacks and other nodes have: the work is done once without parsing and
 * checking anything, to see which these are. Never rejects.
 */
export async function fetchDigests(
  library: Library,
  work: (library: Library) => unknown,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fetches: (() => Promise<number>)[] = []
    const dry = dryLibrary(library, (fetch) => fetches.push(fetch))
    try {
      work(dry)
    } catch {
      // Reported when the work is done in earnest.
    }
    const came = await Promise.all(fetches.map((fetch) => fetch()))
    if (came.every((count) => count === 0)) return
  }
}

/** Dry-run library: records missing keys and returns placeholders. */
function dryLibrary(library: Library, add: (fetch: () => Promise<number>) => void): Library {
  function dry<T>(bucket: Bucket<T>, substitute: T): Bucket<T> {
    const missing = new Set<string>()
    add(() => bucket.fetch(missing))
    return {
      get(key) {
        const stored = bucket.get(key)
        if (stored === undefined) missing.add(key)
        return stored ?? substitute
      },
      set() {},
      fetch: async () => 0,
    }
  }
  const files = dry(library.files, UNKNOWN)
  return {
    files,
    findings: library.findings,
    units: noUnits,
    bytes: () => library.bytes(),
    checked: dry(library.checked, { failing: NO_CHECKS, verdict: NO_CHECKS, counts: NONE }),
    checkedTogether: dry(library.checkedTogether, new Map()),
    file(key) {
      const outcome = files.get(key) ?? UNKNOWN
      if ('error' in outcome) throw new ParseError(...outcome.error)
      return { summary: outcome, units: noUnits }
    },
    table: noUnits,
  }
}

function noUnits(): never {
  throw new Error('expected work that looks at digests alone')
}
