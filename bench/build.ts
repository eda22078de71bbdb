import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Compiles sources and benches, without checking types, to a folder of their own: `dist` may be built anew while a bench
 * runs. It is below `node_modules` so that packages are found. Returns the folder.
 */
export function build(root: string): string {
  const folder = join(root, 'node_modules/.cache/gitglot-bench')
  rmSync(folder, { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'bench/tsconfig.json')], {
    stdio: 'inherit',
  })
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  return folder
}
