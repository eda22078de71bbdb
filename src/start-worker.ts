import { createRequire } from 'node:module'
import { execPath } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Thread } from './thread-end.ts'

/** Of a thread's young objects, in MiB: else each thread takes 48 once it was busy. */
const YOUNG_MEGABYTES = 8

/**
 * Starts a worker thread, without the process's environment.
 * One whose objects take more than `maxBytes` ends with an error.
 */
export function startWorker(maxBytes: number): Thread {
  const resourceLimits = {
    maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
    maxOldGenerationSizeMb: maxBytes / 2 ** 20,
  }
  const options = { env: {}, resourceLimits }
  const { url, loader } = find('worker')
  if (loader === undefined) return new Thread(url, options)
  return new Thread(loader, { ...options, eval: true, execArgv: [] })
}

/** Program and arguments that run a module below this folder (`git/remote/clone-process`) in a process of its own. */
export function commandOf(name: string): string[] {
  const { url, loader } = find(name)
  if (loader === undefined) return [execPath, fileURLToPath(url)]
  return [execPath, '--input-type=module', '--eval', loader]
}

/** A module; where the source runs as it is, in development, with code that has tsx load it. */
function find(name: string): { readonly url: URL; readonly loader: string | undefined } {
  const isSource = import.meta.url.endsWith('.ts')
  const url = new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url)
  if (!isSource) return { url, loader: undefined }
  // `--import tsx` does not reach the first module of a worker on Node 20.
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const args = JSON.stringify([url.href, import.meta.url]).slice(1, -1)
  const tsx = JSON.stringify(pathToFileURL(api).href)
  return { url, loader: `import(${tsx}).then((tsx) => tsx.tsImport(${args}))` }
}
