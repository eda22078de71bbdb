import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { ParseError, RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { matchesIn } from '../../reading/component.ts'
import { type FileTree, fileTreeOfCommit } from '../../reading/file-tree.ts'
import type { MatchedFile } from '../../reading/filemask.ts'
import { readContent, readEntries } from '../../reading/read-entries.ts'
import { formatOf } from '../../reading/translation-file.ts'

/** A component and its project. */
export interface Placed {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
}

/** The files at a commit or on disk, read on demand. */
export class Side {
  readonly #repository: Repository
  readonly #tree: FileTree
  readonly #files = new Map<ComponentConfig, readonly MatchedFile[]>()

  constructor(repository: Repository, oid: string) {
    this.#repository = repository
    this.#tree = fileTreeOfCommit(repository, repository.readCommit(oid).tree)
  }

  hasFile(path: string): boolean {
    return this.#tree.resolve(path).kind === 'file'
  }

  /** Returns the existing files of a component, including its template. */
  filesOf({ project, config }: Placed): readonly MatchedFile[] {
    const cached = this.#files.get(config)
    if (cached !== undefined) return cached
    const repository = this.#repository
    const { files } = matchesIn(this.#tree, { config, project, repository }, [])
    const filesAtCommit = files.filter(({ real }) => real !== undefined)
    this.#files.set(config, filesAtCommit)
    return filesAtCommit
  }

  /** Returns whether the template of a component, or else its first file, parses in its format; true without a file. */
  canRead(component: Placed): boolean {
    const { config } = component
    const [file] = this.filesOf(component)
    if (file?.real === undefined) return true
    const format = formatOf(config)
    const isMonolingual = config.template !== ''
    try {
      const bytes = readContent(this.#repository, format, file.real.oid)
      readEntries(format, bytes, { languageCode: file.code, isMonolingual })
      return true
    } catch (error) {
      if (error instanceof ParseError || error instanceof RepositoryError) return false
      throw error
    }
  }

  /** Returns the fragments of a component's files that are long enough to identify a file. */
  partsOf(component: Placed): ReadonlySet<string> {
    const parts = new Set<string>()
    const format = formatOf(component.config)
    for (const { real } of this.filesOf(component)) {
      if (real === undefined) continue
      const text = readContent(this.#repository, format, real.oid).toString('latin1')
      for (const [part] of text.matchAll(/[^\n,>]{6,}/g)) parts.add(part.trim())
    }
    return parts
  }
}
