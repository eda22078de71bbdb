import type { CatalogEvent } from '../catalog/catalog.ts'
import { sanitizeTerminal } from './output/sanitize-terminal.ts'

interface Streams {
  readonly out: { write(text: string): unknown }
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean }
}

interface Report {
  happened(event: CatalogEvent): void
  /** Prints a line, then the events so far, which were held back. */
  start(line: string): void
  /** Prints a sentence. */
  noticed(message: string): void
  /** Prints an internal error with its stack. */
  failed(what: string, error: unknown): void
}

/** Prints events: a line on `out` when a component is ready and one when its history is, alerts on `err`, progress on a terminal. */
export function createReport({ out, err }: Streams): Report {
  let held: CatalogEvent[] | undefined = []
  let isProgressShown = false

  function clearProgress(): void {
    if (isProgressShown) err.write('\r\x1b[K')
    isProgressShown = false
  }

  function fail(what: string, error: unknown): void {
    clearProgress()
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    err.write(`${[what, ...text.split('\n')].map(sanitizeTerminal).join('\n  ')}\n`)
  }

  function print(event: CatalogEvent): void {
    if (event.type === 'progress') {
      if (!err.isTTY) return
      clearProgress()
      err.write(sanitizeTerminal(`${event.component}: ${event.message}`).slice(0, 79))
      isProgressShown = true
      return
    }
    clearProgress()
    if (event.type === 'failed') {
      fail(`${event.component}: internal error`, event.error)
    } else if (event.type === 'ready') out.write(`${readyLine(event)}\n`)
    else if (event.type === 'history') out.write(`${historyLine(event)}\n`)
    else if (event.type === 'notice')
      out.write(`${sanitizeTerminal(`${event.component}: ${event.message}`)}\n`)
    else err.write(`${sanitizeTerminal(`${event.component}: ${event.message}`)}\n`)
  }

  return {
    happened(event) {
      if (held) held.push(event)
      else print(event)
    },
    noticed(message) {
      clearProgress()
      err.write(`${sanitizeTerminal(message)}\n`)
    },
    failed: fail,
    start(line) {
      out.write(`${line}\n`)
      for (const event of held ?? []) print(event)
      held = undefined
    },
  }
}

function readyLine(event: Extract<CatalogEvent, { type: 'ready' }>): string {
  const counts = `${count(event.translations, 'translation')}, ${count(event.units, 'unit')}`
  return `${event.component}: ${counts}, ${Math.round(event.milliseconds)} ms`
}

/** `app/web: history since 2024-02-06`. */
function historyLine({
  component,
  completeness,
}: Extract<CatalogEvent, { type: 'history' }>): string {
  if (completeness.complete) return `${component}: whole history`
  return `${component}: history since ${new Date(completeness.since * 1000).toISOString().slice(0, 10)}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
