import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Generous: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    coverage: { include: ['formats/**', 'src/**'], reporter: ['text-summary'] },
  },
})
