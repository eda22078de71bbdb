import { type ChildProcess, spawn } from 'node:child_process'
import { endWithFile } from './children.ts'

export interface Run {
  readonly process: ChildProcess
  /** Resolves when the text has been printed, with all of the standard output so far. */
  printed(text: string): Promise<string>
  readonly ended: Promise<{ code: number | null; out: string; err: string }>
}

/** Starts a program, which ends with the file of tests. */
export function startProcess(program: string, args: readonly string[], cwd: string): Run {
  const child = endWithFile(spawn(program, args, { cwd, detached: true }))
  let out = ''
  let err = ''
  const waiting = new Set<() => void>()
  child.stdout.on('data', (data) => {
    out += data
    for (const look of waiting) look()
  })
  child.stderr.on('data', (data) => {
    err += data
    for (const look of waiting) look()
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }))
  })
  return {
    process: child,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if ((out + err).includes(text)) resolve(out)
        }
        waiting.add(look)
        void ended.then(() => reject(new Error(`ended without printing ${text}: ${out}${err}`)))
        look()
      }),
    ended,
  }
}
