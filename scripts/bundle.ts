import { copyFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

/** What runs on its own, by its place in the output. A thread is started by its place relative to the common chunks. */
const programs = {
  'cli/main': 'src/cli/main.ts',
  'common/git/remote/clone-worker': 'src/git/remote/clone-worker.ts',
  'common/git/history/history-worker': 'src/git/history/history-worker.ts',
  'common/catalog/updates/worker': 'src/catalog/updates/worker.ts',
  'common/discovery/discover-worker': 'src/discovery/discover-worker.ts',
  'common/storage/write-worker': 'src/storage/write-worker.ts',
}

/**
 * Writes the programs and `others` (modules by their place) to a folder, each with few files to load: Node takes longer
 * to find and read 200 modules than to run most of them. Packages stay outside, types are not checked.
 */
export async function bundle(folder: string, others: Record<string, string> = {}): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { ...programs, ...others },
    outdir: folder,
    chunkNames: 'common/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  })
  await copyFile(join(root, 'src/widgets/DejaVuSans.ttf'), join(folder, 'common/DejaVuSans.ttf'))
  await cp(join(root, 'src/web/assets'), join(folder, 'common/assets'), { recursive: true })
}
