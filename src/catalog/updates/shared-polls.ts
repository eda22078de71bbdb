import type { Source } from '../../git/source.ts'
import type { SharedPolls } from '../../redis/shared.ts'

/** Share of the interval, which varies by an eighth, so that the node that polled does so again. */
const LEASE = 3 / 4
/** Results older than this many intervals prove nothing. */
const MAX_AGE = 2

/**
 * Lets nodes skip polls of a source, identified by address, that another node polled, and tells them its news. Calls
 * `onNews` if another node has seen what this one has not.
 */
export function sharePolls(
  polls: SharedPolls,
  sources: ReadonlyMap<string, Source>,
  onNews: (source: Source) => void,
) {
  const urlOf = (source: Source) => [...sources].find(([, candidate]) => candidate === source)?.[0]
  const announced = new WeakMap<Source, string>()
  polls.onNews((isAbout, refs) => {
    for (const [url, source] of sources) {
      if (!source.isLocal && source.offered !== refs && isAbout(url)) onNews(source)
    }
  })
  return {
    /** Returns whether another node polled within these seconds and found what this one has. */
    async isSpared(source: Source, seconds: number): Promise<boolean> {
      const url = urlOf(source)
      if (url === undefined || source.isLocal || source.error !== undefined) return false
      if (await polls.claim(url, seconds * LEASE)) return false
      const finding = await polls.last(url)
      if (finding === undefined || finding.refs !== source.offered) return false
      const now = Date.now()
      if (Math.abs(now - finding.at) > seconds * MAX_AGE * 1000) return false
      // By the clock of the other node, which may be fast.
      source.confirm(Math.min(finding.at, now))
      return true
    },
    report(source: Source) {
      const url = urlOf(source)
      if (url === undefined || source.isLocal) return
      const { offered: refs, fetchedAt: at, error } = source
      if (error !== undefined || refs === undefined || at === undefined) return polls.release(url)
      polls.report(url, { refs, at }, announced.get(source) !== refs)
      announced.set(source, refs)
    },
  }
}
