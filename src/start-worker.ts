import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Of a thread's young objects, in MiB: else each thread takes 48 once it was busy. */
export const YOUNG_MEGABYTES = 8

/**
 * Starts a module below this folder (`git/remote/clone-worker`, without its extension) in a worker thread, without the
 * process's environment.
 */
export function startWorker({ name, workerData }: { name: string; workerData: unknown }): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES }
  const options = { workerData, env: {}, resourceLimits }
  const { url, loader } = find(name)
  if (loader === undefined) return new Worker(url, options)
  return new Worker(loader, { ...options, eval: true, execArgv: [] })
}

/** The address of a module below this folder whose default export is a function, for a pool of worker threads. */
export function workerModule(name: string): string {
  const { url, loader } = find(name)
  if (loader === undefined) return url.href
  const code = `const loaded = await ${loader}; export default loaded.default.default ?? loaded.default`
  return `data:text/javascript,${encodeURIComponent(code)}`
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
