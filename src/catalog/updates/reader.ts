import {
  checkProject,
  checksKeyOf,
  fetchChecks,
  keyOfContent,
  withAllChecks,
} from '../../checking/check-project.ts'
import { type PreviousSources, withStates } from '../../checking/needs-edit.ts'
import { checkWork, readWork } from '../../checking/read-work.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { type AskOptions, type Engine, runsHere } from '../../engine/engine.ts'
import { withoutBlobs } from '../../engine/work.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { nextTurn } from '../../next-turn.ts'
import { CHECKED_LIST, type CheckedTranslation } from '../../reading/checked-translation.ts'
import { matchOptions, readComponent, readFiles } from '../../reading/component.ts'
import { fetchFiles } from '../../reading/fetch-digests.ts'
import type { Library } from '../../reading/library.ts'
import { openMatches } from '../../reading/posted-matches.ts'
import { type ComponentContent, withoutComponents } from '../../reading/translation-file.ts'
import type { Store } from '../../store/store.ts'
import { bufferOver } from '../../text.ts'

interface PlacedComponent {
  readonly config: ComponentConfig
  readonly repository: Repository
  readonly commit: Commit
}

/** A component whose files are read. */
export interface PlacedContent extends PlacedComponent {
  readonly content: ComponentContent
  readonly outdated: PreviousSources | undefined
}

interface ReaderOptions {
  readonly library: Library
  readonly store: Store
  readonly engine: Engine
  /** Time limit of a thread for one component (default: ten minutes, many times what the largest need). */
  readonly maxMs?: number
}

const MAX_MS = 10 * 60_000

/** Reads and checks components: in threads, which store the results, or in this thread for files on disk. */
export class Reader {
  readonly #options: ReaderOptions
  /** Blobs of a component's files that took too long, by id. */
  readonly #slowOf = new WeakMap<ComponentContent, ReadonlySet<string>>()

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** See `readComponent`. */
  async read(
    project: ProjectConfig,
    component: PlacedComponent,
    signal?: AbortSignal,
  ): Promise<ComponentContent> {
    const { library, store, engine } = this.#options
    if (store.shared !== undefined) {
      await fetchFiles({ project, ...component, library })
      // The thread sees what was fetched.
      await store.flush()
    }
    if (this.#isHere([component])) return readComponent({ project, ...component, library })
    const slow = new Set<string>()
    const args = { project: withoutComponents(project), component: this.#placeOf(component) }
    const onSlowBlob = (oid: string) => slow.add(oid)
    const options = { ...this.#optionsFor(signal, slow), onSlowBlob }
    const posted = await engine.ask(readWork, args, options)
    const { config } = component
    const matches = openMatches(posted, matchOptions({ config, project }))
    const repository = withoutBlobs(component.repository, slow)
    // Opening thousands of translations takes tens of milliseconds.
    await nextTurn()
    // Everything it needs is in the store.
    const content = readFiles(matches, { project, config, repository, library })
    this.#slowOf.set(content, slow)
    // Computed for one component at a time, since `check` needs all keys at once.
    keyOfContent(content)
    return content
  }

  /** See `checkProject`. */
  async check(
    project: ProjectConfig,
    components: readonly PlacedContent[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<ComponentConfig, ComponentContent>> {
    const { library, store } = this.#options
    if (store.shared !== undefined) await fetchChecks(project, components, library)
    const read = ({ config, content, outdated }: PlacedContent) =>
      withStates(config, content, outdated, library)
    if (this.#isHere(components)) return checkProject(project, components.map(read), { library })
    const checked =
      library.checkedProjects.get(checksKeyOf(project, components)) ??
      (await this.#checkInThread(project, components, signal))
    // Decoding the checks of thousands of translations takes tens of milliseconds.
    await nextTurn()
    return withAllChecks(project, components.map(read), checked)
  }

  async #checkInThread(
    project: ProjectConfig,
    components: readonly PlacedContent[],
    signal: AbortSignal | undefined,
  ): Promise<readonly CheckedTranslation[]> {
    const { store, engine } = this.#options
    const slow = components.flatMap(({ content }) => [...(this.#slowOf.get(content) ?? [])])
    const options = this.#optionsFor(signal, new Set(slow))
    const places = components.map((component) => this.#placeOf(component))
    await nextTurn()
    // The thread sees what others read.
    await store.flush()
    const args = { project: withoutComponents(project), components: places }
    return CHECKED_LIST.decode(bufferOver(await engine.ask(checkWork, args, options)))
  }

  #isHere(components: readonly PlacedComponent[]): boolean {
    const commits = components.map(({ commit }) => commit.oid)
    return runsHere(this.#options.engine, commits)
  }

  #optionsFor(signal: AbortSignal | undefined, slowBlobs: ReadonlySet<string>): AskOptions {
    const { maxMs = MAX_MS } = this.#options
    return { signal, maxMs, background: true, slowBlobs }
  }

  #placeOf(component: PlacedComponent & Partial<PlacedContent>) {
    const { config, repository, commit, outdated } = component
    return { ...repository.place, config, commit: commit.oid, outdated }
  }
}
