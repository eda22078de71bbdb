import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle } from '../scripts/bundle.ts'

/**
 * Builds programs and sides like `npm run build`, but in a separate folder, because `dist` may be rebuilt while a bench
 * runs. The folder is below `node_modules` so that packages are found. Returns the folder.
 */
export async function build(root: string): Promise<string> {
  const folder = join(root, 'node_modules/.cache/gitglot-bench')
  rmSync(folder, { recursive: true, force: true })
  const sides = readdirSync(join(root, 'bench/sides')).map((file) => basename(file, '.ts'))
  const entries = sides.map((side) => [`sides/${side}`, `bench/sides/${side}.ts`])
  await bundle(folder, Object.fromEntries(entries))
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  return folder
}
