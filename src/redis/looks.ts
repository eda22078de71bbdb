import { createHash, randomUUID } from 'node:crypto'
import { withoutCredentials } from '../address.ts'
import type { Redis } from './connect.ts'

/** The result of a look at a remote. */
export interface Finding {
  /** Fingerprint of the refs that the remote advertised. */
  readonly refs: string
  /** Time of the look, in milliseconds since 1970. */
  readonly at: number
}

/** Which node looks at which remote, and the results. Remotes are named by their addresses. */
export interface SharedLooks {
  /** Leases a remote for some seconds; resolves to false if another node has it. Leases only save work. */
  claim(url: string, seconds: number): Promise<boolean>
  /** Returns the lease. */
  release(url: string): void
  /** Resolves to the last result; undefined if it is unknown. */
  last(url: string): Promise<Finding | undefined>
  /** Stores a result for other nodes; with `isNews`, also tells them at once. */
  report(url: string, finding: Finding, isNews: boolean): void
  /** Calls the listener with the news of other nodes. */
  onNews(listener: (isAbout: (url: string) => boolean, refs: string) => void): void
}

/** How long a result is kept. */
const KEPT_SECONDS = 7 * 86_400
const CHANNEL = 'looks'

/** Returns looks that are shared through Valkey or Redis. */
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

/** Names a remote without revealing its address. */
function remoteOf(url: string): string {
  return createHash('sha256').update(withoutCredentials(url)).digest('hex')
}

/** Parses a message; anything but an object counts as empty, since others may write to the same server. */
function parseMessage(text: unknown): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(String(text)) }
  } catch {
    return {}
  }
}
