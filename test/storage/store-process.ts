import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { moduleUrl } from '../support/programs.ts'

/** A running process. */
export interface StoreProcess {
  /** What it prints next. */
  next(): Promise<string>
  kill(): Promise<void>
}

/**
 * Another process that opens a store and runs some code with `store`, its bucket `texts` and `pause()`; it goes on until it
 * is killed.
 */
export function startStoreProcess(path: string, code: string, options = '{}'): StoreProcess {
  const script = `import { openStore } from ${JSON.stringify(moduleUrl('storage/store'))}
    const store = openStore({ path: ${JSON.stringify(path)}, ...${options} })
    const texts = store.bucket({ name: 'texts', version: 1 })
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
  return { next: async () => String((await once(child.stdout, 'data'))[0]), kill }
}
