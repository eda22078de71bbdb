import { copyFile, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import ts from 'typescript'
import { nameOfSources } from '../src/build.ts'

const root = join(import.meta.dirname, '..')

/** What runs on its own, by its place in the output. A thread is started by its place relative to the common chunks. */
const programs = {
  'cli/main': 'src/cli/main.ts',
  library: 'src/library.ts',
  'common/worker': 'src/worker.ts',
  'common/git/remote/clone-process': 'src/git/remote/clone-process.ts',
}

/**
 * Packages that are installed with gitglot, since they load files or make threads of their own, and optional ones. All
 * others that it imports are bundled, and so only needed for development.
 */
async function packagesOutside(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
}

/**
 * Writes the programs and `others` (modules by their place) to a folder, each with few files to load: Node takes longer
 * to find and read 200 modules than to run most of them. Most packages are in them, beside a text with their licenses.
 * Types are not checked.
 */
export async function bundle(folder: string, others: Record<string, string> = {}): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...programs, ...others },
    outdir: folder,
    chunkNames: 'common/[name]-[hash]',
    bundle: true,
    splitting: true,
    external: await packagesOutside(),
    // What it has for Node consists of modules that cannot be left out one by one.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    define: { GITGLOT_BUILD: JSON.stringify(nameOfSources(root)) },
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  })
  await writeFile(join(folder, 'library.d.ts'), await declarationsOf('src/library.ts'))
  await copyFile(join(root, 'src/widgets/DejaVuSans.ttf'), join(folder, 'common/DejaVuSans.ttf'))
  await cp(join(root, 'src/web/assets'), join(folder, 'common/assets'), { recursive: true })
  await writeFile(join(folder, 'licenses.txt'), await licensesOf(metafile))
}

/** The types of a module that names none of others. */
async function declarationsOf(path: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8')
  const { outputText } = ts.transpileDeclaration(text, {
    fileName: path,
    compilerOptions: { isolatedDeclarations: true },
  })
  return outputText
}

const PACKAGE = /^node_modules\/(?:@[^/]+\/)?[^/]+/

/** The licenses of the packages in a bundle. */
async function licensesOf({ inputs }: Metafile): Promise<string> {
  const folders = new Set(Object.keys(inputs).flatMap((path) => PACKAGE.exec(path) ?? []))
  const texts = [...folders].sort().map(async (folder) => {
    const path = join(root, folder)
    const { name, version, license } = JSON.parse(
      await readFile(join(path, 'package.json'), 'utf8'),
    )
    const file = (await readdir(path)).find((file) => /^licen[cs]e/i.test(file))
    const text = file === undefined ? '' : await readFile(join(path, file), 'utf8')
    return `${name} ${version}, ${license}\n\n${text.trim()}\n`
  })
  return (await Promise.all(texts)).join('\n\n')
}
