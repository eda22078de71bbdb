import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { moduleUrl } from '../support/programs.ts'

/** A running process. */
export interface StoreProcess {
  /** What it prints next. Rejects if it ends first. */
  next(): Promise<string>
  kill(): Promise<void>
}

/**
 * Another process that opens a store and runs some code with `store`, its bucket `texts` and `pause()`; it goes on until it
 * is killed.
 */
export function startStoreProcess(path: string, code: string, options = '{}'): StoreProcess {
  const script = `import { openStore } from ${JSON.stringify(moduleUrl('store/store'))}
    const store = openStore({ path: ${JSON.stringify(path)}, ...${options} })
    const texts = store.bucket({ name: 'texts' })
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1))
    ${code}`
  const args = ['--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(kill)
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`expected the process to go on, but it ended with ${signal ?? code}`)
  })
  // Most tests do not wait for it.
  ended.catch(() => {})
  const next = async () => String((await Promise.race([once(child.stdout, 'data'), ended]))[0])
  return { next, kill }
}
