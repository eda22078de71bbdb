import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Generous: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    globalSetup: 'test/support/say-what-is-missing.ts',
    coverage: { include: ['formats/**', 'src/**'], reporter: ['text-summary'] },
  },
})
