import { createHash, randomUUID } from 'node:crypto'
import { withoutCredentials } from '../address.ts'
import type { Redis } from './connect.ts'

/** What a node found when it looked at a remote. */
export interface Finding {
  /** Stands for all that the remote offers. */
  readonly refs: string
  /** In milliseconds since 1970. */
  readonly at: number
}

/** Who looks at which remote, and what was found. Remotes are named by their addresses. */
export interface SharedLooks {
  /** Takes the right to look for so many seconds; false where another node has it. It saves work, nothing depends on it. */
  claim(url: string, seconds: number): Promise<boolean>
  /** Gives it back. */
  release(url: string): void
  /** What was found last; undefined where that is not known. */
  last(url: string): Promise<Finding | undefined>
  /** Tells other nodes; with `isNews` at once. */
  report(url: string, finding: Finding, isNews: boolean): void
  /** Calls the listener with what other nodes find that is news to them. */
  onNews(listener: (isAbout: (url: string) => boolean, refs: string) => void): void
}

/** What was found is forgotten so long after. */
const KEPT_SECONDS = 7 * 86_400
const CHANNEL = 'looks'

/** Looks that are shared through Valkey or Redis. */
export function createSharedLooks({ prefix, client, ask, listen }: Redis): SharedLooks {
  const node = randomUUID()
  const leaseOf = (url: string) => `${prefix}lease/${remoteOf(url)}`
  const findingOf = (url: string) => `${prefix}look/${remoteOf(url)}`
  return {
    async claim(url, seconds) {
      const expiration = { type: 'PX', value: Math.ceil(seconds * 1000) } as const
      const options = { expiration, condition: 'NX' } as const
      return (await ask('leasing', () => client.set(leaseOf(url), node, options))) !== null
    },
    release(url) {
      void ask('leasing', () => client.del(leaseOf(url)))
    },
    async last(url) {
      const text = await ask('leasing', () => client.get(findingOf(url)))
      const { refs, at } = parseMessage(text)
      return typeof refs === 'string' && typeof at === 'number' ? { refs, at } : undefined
    },
    report(url, finding, isNews) {
      const expiration = { type: 'EX', value: KEPT_SECONDS } as const
      void ask('telling', async () => {
        await client.set(findingOf(url), JSON.stringify(finding), { expiration })
        const news = { node, remote: remoteOf(url), refs: finding.refs }
        if (isNews) await client.publish(prefix + CHANNEL, JSON.stringify(news))
        return true
      })
    },
    onNews(listener) {
      listen(CHANNEL, (message) => {
        const { node: other, remote, refs } = parseMessage(message)
        if (other === node || typeof refs !== 'string') return
        listener((url) => remoteOf(url) === remote, refs)
      })
    },
  }
}

/** Names a remote without telling its address. */
function remoteOf(url: string): string {
  return createHash('sha256').update(withoutCredentials(url)).digest('hex')
}

/** What is no object counts as an empty one: whoever may write there may write anything. */
function parseMessage(text: unknown): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(String(text)) }
  } catch {
    return {}
  }
}
