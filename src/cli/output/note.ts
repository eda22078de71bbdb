import { harmless } from './harmless.ts'

/** Tells people something beside the answer, in one line of the standard error output. */
export function note(message: string): void {
  process.stderr.write(`${harmless(message)}\n`)
}
