import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { programsFolder } from './test/support/build-programs.ts'

/** Lets threads run what was built for the tests: from the source each of hundreds would load tsx first. */
const builtThreads: Plugin = {
  name: 'built-threads',
  transform(code, id) {
    if (!id.endsWith('/src/start-worker.ts')) return undefined
    const { href } = pathToFileURL(join(programsFolder, 'common/worker.js'))
    return { code: code.replaceAll('import.meta.url', JSON.stringify(href)), map: null }
  },
}

/** Tests that take long, as those with browsers, several servers or hostile remotes: they run in the mode `system` alone. */
const SYSTEM = '**/*.system.test.ts'
/** Kept inputs run with all tests, mutations of them in the mode `system`. */
const FUZZ = '**/fuzz/**/*.test.ts'
/** These do more in the mode `system`. */
const LONGER = [
  '**/http/access.test.ts',
  '**/git/remote/{hostile-refs,redirect,source-http}.test.ts',
]

export default defineConfig(({ mode }) => ({
  plugins: [builtThreads],
  test: {
    ...(mode === 'system'
      ? { include: [SYSTEM, FUZZ, ...LONGER], env: { FUZZ: '1' } }
      : { exclude: [SYSTEM] }),
    // Generous, and the one bound of all tests: a busy machine is no failure.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // One more than computes at once: some tests wait for a remote to be given up.
    maxWorkers: availableParallelism() + 1,
    // Files share a worker's modules, whose state is memory of what was computed alone; loading them took longer than most tests.
    isolate: false,
    setupFiles: 'test/support/after-each-file.ts',
    globalSetup: ['test/support/say-what-is-missing.ts', 'test/support/build-programs.ts'],
    coverage: { include: ['formats/**', 'src/**'], reporter: ['text-summary'] },
  },
}))
