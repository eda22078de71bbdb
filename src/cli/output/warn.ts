import { sanitizeTerminal } from './sanitize-terminal.ts'

/** Prints a line to stderr. */
export function warn(message: string): void {
  process.stderr.write(`${sanitizeTerminal(message)}\n`)
}
