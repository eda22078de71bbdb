import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import ts from 'typescript'
import { nameOfSources } from '../src/build.ts'

const root = join(import.meta.dirname, '..')

/** Entry points by their path in the output. Threads are started by paths relative to the shared chunks. */
const programs = {
  'cli/main': 'src/cli/main.ts',
  library: 'src/library.ts',
  'common/worker': 'src/worker.ts',
  'common/git/remote/clone-process': 'src/git/remote/clone-process.ts',
}

/**
 * Returns the packages that are installed with gitglot because they load files or start threads, and optional ones. All
 * other imports are bundled, so they are only needed for development.
 */
async function packagesOutside(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
}

/**
 * Bundles the programs and `others` (modules by output path) into a folder with few files, because Node takes longer to
 * find and read 200 modules than to run most of them. Most packages are included, with a text of their licenses. Types
 * are not checked.
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
    // The package's build for Node consists of modules that cannot be tree-shaken.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    define: { GITGLOT_BUILD: JSON.stringify(nameOfSources(root)) },
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  })
  await mkdir(join(folder, 'facts'), { recursive: true })
  // The types of the package refer to no others.
  for (const name of ['library', 'facts/records']) {
    await writeFile(join(folder, `${name}.d.ts`), await declarationsOf(`src/${name}.ts`))
  }
  await copyFile(join(root, 'src/widgets/DejaVuSans.ttf'), join(folder, 'common/DejaVuSans.ttf'))
  await cp(join(root, 'src/web/assets'), join(folder, 'common/assets'), { recursive: true })
  await writeFile(join(folder, 'licenses.txt'), await licensesOf(metafile))
}

/** Returns the types of a module. */
async function declarationsOf(path: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8')
  const { outputText } = ts.transpileDeclaration(text, {
    fileName: path,
    compilerOptions: { isolatedDeclarations: true },
  })
  return outputText
}

const PACKAGE = /^node_modules\/(?:@[^/]+\/)?[^/]+/

/** Returns the licenses of the packages in a bundle. */
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
