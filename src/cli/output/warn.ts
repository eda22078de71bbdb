import type { Stream } from './progress.ts'
import { sanitizeTerminal } from './sanitize-terminal.ts'

/** Prints a line to stderr; on a terminal instead of the progress that its last line may show. */
export function warn(message: string, stream: Stream = process.stderr): void {
  stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${sanitizeTerminal(message)}\n`)
}
