import type { Repository } from '../../git/repository.ts'
import type { Store } from '../../storage/store.ts'
import type { Library } from '../reading/library.ts'

/** What a worker thread works with. */
export interface Workshop {
  readonly store: Store
  readonly library: Library
  /** The repository in a folder, opened once. */
  repositoryAt(place: { readonly gitDir: string; readonly maxObjectBytes: number }): Repository
  /** Runs a generator to its end, posting what it finds on the way. */
  run<T>(steps: Generator<unknown, T>): T
}
