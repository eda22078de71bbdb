import type { Address } from '../address.ts'
import type { RepositoryError } from '../errors.ts'
import type { Repository } from './repository.ts'

/** A repository as components name it, and how it is read. */
export interface OriginOptions {
  readonly address: Address
  /** Short names; `''`: the default branch. */
  readonly branches: readonly string[]
  readonly dataDir: string
  readonly maxObjectBytes: number
  /** Whether of a local repository the files on disk are served instead of its branches, where it has a work tree. */
  readonly fromWorkTree: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress: (message: string) => void
}

/** What a look at the origin found. */
export interface Look {
  readonly hasChanged: boolean
  /** What is missing though the rest is served. */
  readonly error: RepositoryError | undefined
}

/**
 * Where a source's commits come from: a folder read in place or a clone of a remote. Its methods reject with
 * RepositoryError and leave what is served as it was; whoever calls them does so one at a time.
 */
export interface Origin {
  readonly repository: Repository | undefined
  readonly fetchedAt: number | undefined
  open(): Promise<Look>
  refresh(): Promise<Look>
  deepen(): Promise<void>
  head(branch: string): string | undefined
  close(): Promise<void>
}
