import type { Part } from '../../checking/check-part.ts'
import {
  type CheckedProject,
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
import { CHECKED_BY_INDEX } from '../../reading/checked-translation.ts'
import { matchOptions, readComponent, readFiles } from '../../reading/component.ts'
import { fetchFiles } from '../../reading/fetch-digests.ts'
import type { Library } from '../../reading/library.ts'
import { openMatches } from '../../reading/posted-matches.ts'
import type { ComponentContent } from '../../reading/translation-file.ts'
import type { Store } from '../../store/store.ts'
import { bufferOver } from '../../text.ts'

interface PlacedComponent {
  readonly config: ComponentConfig
  readonly repository: Repository
  readonly commit: Commit
}

export interface PlacedContent extends PlacedComponent {
  readonly content: ComponentContent
  readonly outdated: PreviousSources | undefined
}

/** Reads and checks components: in threads, which store the results, or in this thread for files on disk. */
export interface Reader {
  read(
    project: ProjectConfig,
    component: PlacedComponent,
    signal?: AbortSignal,
  ): Promise<ComponentContent>
  check(
    project: ProjectConfig,
    components: readonly PlacedContent[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<ComponentConfig, ComponentContent>>
}

export interface ReaderOptions {
  readonly library: Library
  readonly store: Store
  readonly maxObjectBytes: number
  readonly engine: Engine
  /** Time limit of a thread for one component (default: ten minutes, many times what the largest need). */
  readonly maxMs?: number
}

const MAX_MS = 10 * 60_000

export function createReader({
  library,
  store,
  maxObjectBytes,
  engine,
  maxMs = MAX_MS,
}: ReaderOptions): Reader {
  const isHere = (components: readonly PlacedComponent[]) =>
    runsHere(
      engine,
      components.map(({ commit }) => commit.oid),
    )
  /** Blobs of a component's files that took too long, by id. */
  const slowOf = new WeakMap<ComponentContent, ReadonlySet<string>>()
  const optionsFor = (
    signal: AbortSignal | undefined,
    slowBlobs: ReadonlySet<string>,
  ): AskOptions => {
    return { signal, maxMs, background: true, slowBlobs }
  }
  const placeOf = ({
    config,
    repository: { gitDir },
    commit: { oid: commit },
    outdated,
  }: PlacedComponent & Partial<PlacedContent>) => {
    return { config, gitDir, maxObjectBytes, commit, outdated }
  }

  async function checkInThreads(
    project: ProjectConfig,
    components: readonly PlacedContent[],
    signal: AbortSignal | undefined,
  ): Promise<CheckedProject> {
    const slow = components.flatMap(({ content }) => [...(slowOf.get(content) ?? [])])
    const options = optionsFor(signal, new Set(slow))
    const args = { project: alone(project), components: components.map(placeOf) }
    const askFor = (part: Part | undefined) => engine.ask(checkWork, { ...args, part }, options)
    // All threads see what was read.
    await store.flush()
    if (components.length > 1) await Promise.all(partsFor(engine.threads).map(askFor))
    await store.flush()
    return CHECKED_BY_INDEX.decode(bufferOver(await askFor(undefined)))
  }

  return {
    async read(project, component, signal) {
      if (store.shared !== undefined) await fetchFiles({ project, ...component, library })
      if (isHere([component])) return readComponent({ project, ...component, library })
      const slow = new Set<string>()
      const args = { project: alone(project), component: placeOf(component) }
      const onSlowBlob = (oid: string) => slow.add(oid)
      const posted = await engine.ask(readWork, args, { ...optionsFor(signal, slow), onSlowBlob })
      const { config } = component
      const matches = openMatches(posted, matchOptions({ config, project }))
      const repository = withoutBlobs(component.repository, slow)
      // Everything it needs is in the store.
      const content = readFiles(matches, { project, config, repository, library })
      slowOf.set(content, slow)
      // Computed for one component at a time, since `check` needs all keys at once.
      keyOfContent(content)
      return content
    },
    async check(project, components, signal) {
      if (store.shared !== undefined) await fetchChecks(project, components, library)
      const read = ({ config, content, outdated }: PlacedContent) =>
        withStates(config, content, outdated, library)
      if (isHere(components)) return checkProject(project, components.map(read), { library })
      const checked =
        library.checkedProjects.get(checksKeyOf(project, components)) ??
        (await checkInThreads(project, components, signal))
      return withAllChecks(project, components.map(read), checked)
    },
  }
}

/** The requested components are sent beside it. */
function alone(project: ProjectConfig): ProjectConfig {
  return { ...project, components: [] }
}

function partsFor(of: number): Part[] {
  return Array.from({ length: of }, (_, index) => ({ index, of }))
}
