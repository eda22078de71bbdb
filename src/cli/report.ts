import { redact } from '../address.ts'
import type { CatalogEvent } from '../catalog/catalog.ts'
import type { ResponseEvent } from '../http/respond.ts'
import { counted } from './output/counted.ts'
import { sanitizeTerminal } from './output/sanitize-terminal.ts'

interface Streams {
  readonly out: { write(text: string): unknown }
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean }
}

/** How events are printed. */
interface ReportOptions {
  /** What is less than this is left out (default: info). */
  readonly level?: Level
  /** Lines for people, or one JSON object a line, on `out` (default: text). */
  readonly format?: 'text' | 'json'
  /** What no line may hold. */
  readonly secrets?: readonly string[]
}

/** Where what happens is printed. */
export interface Report {
  happened(event: CatalogEvent): void
  /** Prints a line, then the events so far, which were held back. */
  start(line: string): void
  /** Prints a sentence. */
  noticed(message: string): void
  /** Prints an answer, for those who look for a fault. */
  responded(event: ResponseEvent): void
  /** Leaves more secrets out of all lines from now on. */
  hide(secrets: readonly string[]): void
  /** Prints an internal error with its stack. */
  failed(what: string, error: unknown, requestId?: string): void
}

const LEVELS = ['error', 'warning', 'info', 'debug'] as const
type Level = (typeof LEVELS)[number]

/** A line: its fields for programs, its text for people. */
interface Line {
  readonly level: Level
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Prints events: on `out` what happens, on `err` what is wrong, progress on a terminal. It is long because its
 * functions share whether progress is on the screen.
 */
export function createReport(
  { out, err }: Streams,
  { level: least = 'info', format = 'text', secrets: first = [] }: ReportOptions = {},
): Report {
  const secrets = [...first]
  let held: CatalogEvent[] | undefined = []
  let isProgressShown = false
  const isJson = format === 'json'

  function clearProgress(): void {
    if (isProgressShown) err.write('\r\x1b[K')
    isProgressShown = false
  }

  function print({ level, text, fields }: Line): void {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(least)) return
    clearProgress()
    if (isJson) {
      const line = JSON.stringify({ time: new Date().toISOString(), level, ...fields })
      out.write(`${redact(line, secrets)}\n`)
      return
    }
    const stream = level === 'error' || level === 'warning' ? err : out
    const lines = redact(text, secrets).split('\n').map(sanitizeTerminal)
    stream.write(`${lines.join('\n  ')}\n`)
  }

  function fail(what: string, error: unknown, requestId?: string): void {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const fields = { event: 'failed', message: what, stack, request_id: requestId }
    print({ level: 'error', text: `${what}\n${stack}`, fields })
  }

  function show(event: CatalogEvent): void {
    const { type, ...facts } = event
    if (event.type === 'progress') {
      if (!err.isTTY || isJson) return
      clearProgress()
      err.write(sanitizeTerminal(`${event.component}: ${event.message}`).slice(0, 79))
      isProgressShown = true
      return
    }
    if (event.type === 'failed') fail(`${event.component}: internal error`, event.error)
    else print({ level: levelOf(event), text: textOf(event), fields: { event: type, ...facts } })
  }

  return {
    happened(event) {
      if (held) held.push(event)
      else show(event)
    },
    noticed: (message) =>
      print({ level: 'warning', text: message, fields: { event: 'notice', message } }),
    responded({ id, isCached: cached, ...facts }) {
      const { method, path, status, milliseconds } = facts
      const text = `${method} ${path} ${status} ${milliseconds.toFixed(1)} ms`
      print({
        level: 'debug',
        text,
        fields: { event: 'response', ...facts, cached, request_id: id },
      })
    },
    failed: fail,
    hide(more) {
      secrets.push(...more.filter((one) => !secrets.includes(one)))
    },
    start(line) {
      // Whatever the level: programs wait for it.
      if (isJson)
        print({
          level: 'error',
          text: line,
          fields: { level: 'info', event: 'start', message: line },
        })
      else out.write(`${line}\n`)
      for (const event of held ?? []) show(event)
      held = undefined
    },
  }
}

type Shown = Exclude<CatalogEvent, { type: 'progress' | 'failed' }>

function levelOf({ type }: Shown): Level {
  if (type === 'alert') return 'warning'
  return type === 'fetched' ? 'debug' : 'info'
}

function textOf(event: Shown): string {
  switch (event.type) {
    case 'ready':
      return readyLine(event)
    case 'history':
      return historyLine(event)
    case 'fetched': {
      const { component, milliseconds, error } = event
      return `${component}: looked at its remote, ${error ?? `${Math.round(milliseconds)} ms`}`
    }
    default:
      return sanitizeTerminal(`${event.component}: ${event.message}`)
  }
}

function readyLine(event: Extract<CatalogEvent, { type: 'ready' }>): string {
  const counts = `${counted(event.translations, 'translation')}, ${counted(event.units, 'unit')}`
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
