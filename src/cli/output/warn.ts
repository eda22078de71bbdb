import { sanitizeTerminal } from './sanitize-terminal.ts'

/** Tells people something beside the answer, in one line of the standard error output. */
export function warn(message: string): void {
  process.stderr.write(`${sanitizeTerminal(message)}\n`)
}
