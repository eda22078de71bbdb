import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../src/config/config.ts'
import { readConfig } from '../../src/config/read.ts'

/** Parses the configuration that the bench passed as text. */
export function benchConfig(text: string): Config {
  const file = join(tmpdir(), 'gitglot-bench', 'bench.yml')
  return readConfig({ text, file, environment: {}, readSecretFile: () => '' })
}
