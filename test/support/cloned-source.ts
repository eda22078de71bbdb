import { onTestFinished } from 'vitest'
import { createSource } from '../../src/git/create-source.ts'
import type { Source, SourceOptions } from '../../src/git/source.ts'

/** A source that git clones into a data folder, closed when the test ends. Opens nothing yet. */
export function createCloned(
  path: string,
  dataDir: string,
  more: Partial<SourceOptions> = {},
): Source {
  const environment = { PATH: process.env['PATH'], HOME: dataDir }
  const common = { branches: [''], dataDir, maxObjectBytes: 2 ** 20, environment }
  const source = createSource({ url: `file://${path}`, ...common, ...more })
  onTestFinished(() => source.close())
  return source
}
