import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    coverage: { include: ['formats/**', 'src/**'], reporter: ['text-summary'] },
  },
})
