import { RepositoryError } from '../../errors.ts'
import { EmbeddedGit } from './embedded-git.ts'
import { needsGit } from './failure.ts'
import type { Engine, FetchOptions, RemoteHeads, RemoteOptions } from './git-engine.ts'
import type { RemoteQueue } from './remote-queue.ts'
import { findGit } from './run-git.ts'
import { SystemGit } from './system-git.ts'

const PROXIES = ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']

/**
 * A remote, whose lists and fetches wait in the queue. Uses isomorphic-git for lists, tips and new commits over http(s),
 * and git (if installed) for other addresses, proxies and long transfers, and for what isomorphic-git cannot do.
 */
export class Remote implements Engine {
  readonly #options: RemoteOptions
  readonly #queue: RemoteQueue
  readonly #embedded: EmbeddedGit | undefined
  readonly #system: SystemGit | undefined
  #onActivity = (): void => {}
  #isReached = false
  /** Whether only git can reach the remote, by the proxy, certificates or credentials of its own configuration. */
  #isLeftToGit = false
  #isClosed = false

  /** Throws RepositoryError for addresses other than http(s) if there is no git. */
  constructor(options: RemoteOptions, queue: RemoteQueue) {
    const { address, environment, onReceived } = options
    const url = address.url.replace(/\/$/, '')
    const onActivity = (received?: string) => {
      this.#onActivity()
      if (received !== undefined) onReceived?.(received)
    }
    const engine = { ...options, place: { address: url, url }, onActivity }
    const program = findGit(environment)
    const hasProxy = PROXIES.some((name) => environment[name])
    this.#options = options
    this.#queue = queue
    this.#system = program === undefined ? undefined : new SystemGit(engine, program)
    // Only git supports proxies.
    if (address.transport === 'http' && !(this.#system && hasProxy)) {
      this.#embedded = new EmbeddedGit(engine, queue)
    } else if (this.#system === undefined) {
      const why = 'git is needed for ssh and file:// addresses; not found on PATH'
      throw new RepositoryError('not-installed', `${address.url}: ${why}`)
    }
  }

  list(branches: readonly string[] | 'all'): Promise<RemoteHeads> {
    return this.#queued(async () => {
      const [first, second] = this.#engines()
      try {
        const heads = await first.list(branches)
        this.#isReached = true
        return heads
      } catch (error) {
        if (second === undefined || !this.#mayHelp(error)) throw error
        const heads = await second.list(branches)
        this.#isLeftToGit = true
        return heads
      }
    })
  }

  fetch(options: FetchOptions): Promise<void> {
    return this.#queued(async () => {
      const isLong = options.depth === 'all' || options.depth === 'others'
      const [first, second] = this.#engines()
      try {
        await (isLong ? (second ?? first) : first).fetch(options)
      } catch (error) {
        if (second === undefined || isLong || !needsGit(error)) throw error
        await second.fetch(options)
      }
    })
  }

  /** Repacks a clone and adds files that speed up reading, if git is installed. */
  async maintain(gitDir: string): Promise<void> {
    await this.#system?.maintain(gitDir)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#embedded?.close(), this.#system?.close()])
  }

  /** Returns the engine to use, and git if it may do what that one cannot. */
  #engines(): [Engine, SystemGit | undefined] {
    if (this.#embedded === undefined || this.#isLeftToGit) return [this.#system!, undefined]
    return [this.#embedded, this.#system]
  }

  #mayHelp(error: unknown): boolean {
    const code = error instanceof RepositoryError ? error.code : undefined
    if (code === 'unreachable' || code === 'timeout') return !this.#isReached
    return code === 'auth' || code === 'needs-git'
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    const { host, url } = this.#options.address
    return this.#queue.run(host, async (report) => {
      if (this.#isClosed) throw new RepositoryError('stopped', `${url}: closed`)
      this.#onActivity = report
      return work()
    })
  }
}
