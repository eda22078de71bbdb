import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A module below this folder, for a pool of worker threads. */
export function workerModule(name: string): {
  readonly filename: string
  readonly execArgv: string[]
} {
  const isSource = import.meta.url.endsWith('.ts')
  return {
    filename: new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url).href,
    execArgv: isSource ? ['--import', 'tsx'] : [],
  }
}

/**
 * Starts a module below this folder (`git/remote/clone-worker`, without its extension) in a worker thread, without the
 * process's environment. Where the source runs as it is, in development, tsx loads it.
 */
export function startWorker({ name, workerData }: { name: string; workerData: unknown }): Worker {
  const options = { workerData, env: {} }
  const isSource = import.meta.url.endsWith('.ts')
  const url = new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url)
  if (!isSource) return new Worker(url, options)
  // `--import tsx` does not reach the first module of a worker on Node 20.
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const args = JSON.stringify([url.href, import.meta.url]).slice(1, -1)
  const code = `import(${JSON.stringify(pathToFileURL(api).href)}).then((tsx) => tsx.tsImport(${args}))`
  return new Worker(code, { ...options, eval: true, execArgv: [] })
}
