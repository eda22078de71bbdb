import { createRequire } from 'node:module'
import { execPath } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Thread } from './thread-end.ts'

/** Share of a thread's memory for young objects, which each busy thread keeps, within limits in MiB. */
const YOUNG_SHARE = 1 / 32
const LEAST_YOUNG = 8
/** V8's default. */
const MOST_YOUNG = 48

/** Starts a worker thread without environment. It ends with an error if its objects exceed `maxBytes`. */
export function startWorker(maxBytes: number): Thread {
  const megabytes = maxBytes / 2 ** 20
  const resourceLimits = {
    maxYoungGenerationSizeMb: Math.max(LEAST_YOUNG, Math.min(MOST_YOUNG, megabytes * YOUNG_SHARE)),
    maxOldGenerationSizeMb: megabytes,
  }
  const options = { env: {}, resourceLimits }
  const { url, loader } = find('worker')
  if (loader === undefined) return new Thread(url, options)
  return new Thread(loader, { ...options, eval: true, execArgv: [] })
}

/** Returns the command that runs a module below this folder (`git/remote/clone-process`) in a process. */
export function commandOf(name: string): string[] {
  const { url, loader } = find(name)
  if (loader === undefined) return [execPath, fileURLToPath(url)]
  return [execPath, '--input-type=module', '--eval', loader]
}

/** Finds a module. In development, where sources run directly, returns code that loads the module with tsx. */
function find(name: string): { readonly url: URL; readonly loader: string | undefined } {
  const isSource = import.meta.url.endsWith('.ts')
  const url = new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url)
  if (!isSource) return { url, loader: undefined }
  // On Node 20, `--import tsx` does not apply to a worker's first module.
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const args = JSON.stringify([url.href, import.meta.url]).slice(1, -1)
  const tsx = JSON.stringify(pathToFileURL(api).href)
  return { url, loader: `import(${tsx}).then((tsx) => tsx.tsImport(${args}))` }
}
