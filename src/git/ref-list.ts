import { RepositoryError } from '../errors.ts'
import type { Refs } from './refs.ts'
import type { Ref } from './repository.ts'

/** Of each folder; others are skipped. */
const MAX_REFS = 10_000

/** In clones and work trees alike: a clone keeps the branches that it serves in `refs/heads/`. */
const FOLDERS = [
  { kind: 'branch', folder: 'refs/heads/' },
  { kind: 'branch', folder: 'refs/remotes/origin/' },
  { kind: 'tag', folder: 'refs/tags/' },
] as const

/** See `Repository.listRefs`; `resolve` is that of the repository, without short ids. */
export function* readRefs(
  refs: Refs,
  resolve: (ref: string) => string | undefined,
): Generator<Ref, void> {
  const branches = new Set(['HEAD'])
  for (const { kind, folder } of FOLDERS) {
    for (const full of refs.list(folder).slice(0, MAX_REFS)) {
      const short = full.slice(folder.length)
      if (kind === 'branch' && branches.has(short)) continue
      try {
        const oid = resolve(full)
        if (oid === undefined) continue
        if (kind === 'branch') branches.add(short)
        yield { kind, name: resolve(short) === oid ? short : full, oid }
      } catch (error) {
        // A damaged ref hides no other.
        if (!(error instanceof RepositoryError)) throw error
      }
    }
  }
}
