import { setTimeout } from 'node:timers/promises'
import { oncePer } from '../cache.ts'
import { RepositoryError } from '../errors.ts'
import { type Jobs, NotReadyError } from '../jobs.ts'
import { digestOf } from '../model/digest.ts'
import type { Project, View } from '../model/model.ts'
import type { Later, LaterWork } from './page.ts'

interface Entry {
  value: unknown
  isAwaited: boolean
  /** The error of an unexpected failure, which is a bug. */
  fault: unknown
  /** Resolves once the value is no longer awaited. Never rejects. */
  end: Promise<void>
}

/** The values of a view, or of a project in several. */
interface Scope {
  readonly key: string
  readonly entries: Map<string, Entry>
}

interface FindOptions {
  readonly client: string
  readonly maxWaitMs: number
  /** The served project whose overview shows the value, if it depends on nothing else: views then share it. */
  readonly project?: Project | undefined
}

/** Maximum number of values kept for a view or project. */
const MAX_ENTRIES = 1000

/** The values of views that pages show when they are known. */
export class LaterValues {
  readonly #jobs: Jobs
  readonly #scopeOf = oncePer(({ key }: View): Scope => ({ key, entries: new Map() }))
  /** Only those of overviews, which are few: a value keeps alive the view from which it was computed. */
  readonly #scopesOfProjects = new Map<string, Scope>()

  constructor(jobs: Jobs) {
    this.#jobs = jobs
  }

  /**
   * Returns the value of a view with this key as far as it is known within `maxWaitMs`. Nobody has to wait: the
   * computation continues, shared by all clients, who take turns to begin one, and the next page shows more.
   */
  async find<T>(
    view: View,
    key: string,
    work: LaterWork<T>,
    { client, maxWaitMs, project }: FindOptions,
  ): Promise<Later<T>> {
    const scope = project ? this.#scopeIn(view, project) : this.#scopeOf(view)
    const entry = scope.entries.get(key) ?? this.#begin(scope, key, work, client)
    if (entry.isAwaited) {
      const ending = new AbortController()
      const options = { ref: false, signal: ending.signal }
      await Promise.race([entry.end, setTimeout(maxWaitMs, undefined, options)])
      ending.abort()
    }
    if (entry.fault !== undefined) throw entry.fault
    // The key determines the type.
    return { value: entry.value as T | undefined, isAwaited: entry.isAwaited }
  }

  /** Returns whether somebody has asked for the overview of a project as it is in this view. */
  haveBegun(view: View, project: Project): boolean {
    return this.#scopeIn(view, project).entries.size > 0
  }

  /** Returns the values of a project with the components shared into it. */
  #scopeIn({ siteKey }: View, project: Project): Scope {
    const projects = [project, ...new Set(project.shared.map((component) => component.project))]
    const name = projects.map(({ config }) => config.slug).join(' ')
    const key = digestOf([siteKey, projects.map((each) => each.key)])
    const cached = this.#scopesOfProjects.get(name)
    if (cached?.key === key) return cached
    const scope = { key, entries: new Map() }
    this.#scopesOfProjects.set(name, scope)
    return scope
  }

  #begin<T>(scope: Scope, key: string, work: LaterWork<T>, client: string): Entry {
    const { entries } = scope
    const end = Promise.resolve()
    const entry: Entry = { value: undefined, isAwaited: true, fault: undefined, end }
    const publish = (part: T) => {
      entry.value = part
    }
    // No client can abort the computation.
    const { signal } = new AbortController()
    entry.end = this.#jobs
      .run(`page ${key} ${scope.key}`, { client, signal }, (job) => work(job, publish))
      .then((value) => {
        publish(value)
        entry.isAwaited = false
      })
      .catch((error: unknown) => {
        if (error instanceof RepositoryError) {
          entry.isAwaited = false
          return
        }
        // The next request retries.
        entries.delete(key)
        if (!(error instanceof NotReadyError)) entry.fault = error
      })
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    return entry
  }
}
