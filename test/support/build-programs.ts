import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle } from '../../scripts/bundle.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** See `programs` of programs.ts. */
    readonly programs: string
  }
}

/**
 * Where the programs of this run are built, each run having a folder of its own. It is inside of the package, which the
 * programs look for above themselves, and Git and the linter ignore it.
 */
export const programsFolder: string = join(import.meta.dirname, '../dist', `${process.pid}`)

/** What tests run in a process of its own beside the command, by its place. */
const others = {
  'git/data-dir-lock': 'src/git/data-dir-lock.ts',
  'git/objects/inflate': 'src/git/objects/inflate.ts',
  'git/create-source': 'src/git/create-source.ts',
  'git/remote/run-clone-process': 'src/git/remote/run-clone-process.ts',
  'store/store': 'src/store/store.ts',
  'thread-end': 'src/thread-end.ts',
}

/** Builds the programs before the tests as `npm run build` does: each of their many processes starts three times faster. */
export async function setup(project: TestProject): Promise<void> {
  // Nobody's own cache.
  process.env['XDG_CACHE_HOME'] = join(programsFolder, 'cache')
  await bundle(programsFolder, others)
  project.provide('programs', programsFolder)
}

/** Removes them after the tests. */
export function teardown(): void {
  rmSync(programsFolder, { recursive: true, force: true })
}
