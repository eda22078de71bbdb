import type { Source } from '../../git/source.ts'
import type { SharedLooks } from '../../redis/looks.ts'

/** Spares nodes looks at a remote that another one looked at, and tells them of its news. */
export interface SharedLooking {
  /** Whether another node has looked within these seconds and found what this one has. */
  isSpared(source: Source, seconds: number): Promise<boolean>
  /** Tells other nodes how a look of this one went. */
  report(source: Source): void
}

/** Of the time between two looks, which vary by an eighth: so that whoever looked does so again. */
const LEASE = 3 / 4
/** What was found longer ago, counted in such times, proves nothing. */
const MAX_AGE = 2

/** Shares looks at sources, which are found by address; `onNews` is told where another node has seen what this one has not. */
export function shareLooking(
  looks: SharedLooks,
  sources: ReadonlyMap<string, Source>,
  onNews: (source: Source) => void,
): SharedLooking {
  const urlOf = (source: Source) => [...sources].find(([, candidate]) => candidate === source)?.[0]
  const announced = new WeakMap<Source, string>()
  looks.onNews((isAbout, refs) => {
    for (const [url, source] of sources) {
      if (!source.isLocal && source.offered !== refs && isAbout(url)) onNews(source)
    }
  })
  return {
    async isSpared(source, seconds) {
      const url = urlOf(source)
      if (url === undefined || source.isLocal || source.error !== undefined) return false
      if (await looks.claim(url, seconds * LEASE)) return false
      const finding = await looks.last(url)
      if (finding === undefined || finding.refs !== source.offered) return false
      const now = Date.now()
      if (Math.abs(now - finding.at) > seconds * MAX_AGE * 1000) return false
      // By the clock of that node, which may be fast.
      source.confirm(Math.min(finding.at, now))
      return true
    },
    report(source) {
      const url = urlOf(source)
      if (url === undefined || source.isLocal) return
      const { offered: refs, fetchedAt: at, error } = source
      if (error !== undefined || refs === undefined || at === undefined) return looks.release(url)
      looks.report(url, { refs, at }, announced.get(source) !== refs)
      announced.set(source, refs)
    },
  }
}
