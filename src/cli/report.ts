import { redact } from '../address.ts'
import type { CatalogEvent } from '../catalog/catalog.ts'
import { counted } from '../facts/format-numbers.ts'
import type { ResponseEvent } from '../http/respond.ts'
import { sanitizeTerminal } from '../text.ts'
import type { Stream } from './output/progress.ts'

type Streams = Readonly<Record<'out' | 'err', Stream>>

interface ReportOptions {
  /** The minimum level to print (default: info). */
  readonly level?: Level
  /** Text, or one JSON object a line, on `out` (default: text). */
  readonly format?: 'text' | 'json'
  readonly secrets?: readonly string[]
  readonly now?: () => Date
}

const LEVELS = ['error', 'warning', 'info', 'debug'] as const
type Level = (typeof LEVELS)[number]

/** Prints events to `out`, problems to `err`, and progress on a terminal. */
export class Report {
  readonly #streams: Streams
  readonly #least: Level
  readonly #isJson: boolean
  readonly #secrets: string[]
  readonly #now: () => Date
  #held: CatalogEvent[] | undefined = []
  #isProgressShown = false

  constructor(
    streams: Streams,
    { level = 'info', format = 'text', secrets = [], now = () => new Date() }: ReportOptions = {},
  ) {
    this.#streams = streams
    this.#least = level
    this.#isJson = format === 'json'
    this.#secrets = [...secrets]
    this.#now = now
  }

  happened(event: CatalogEvent): void {
    if (this.#held) this.#held.push(event)
    else this.#show(event)
  }

  noticed(message: string): void {
    this.#print('warning', message, { event: 'notice', message })
  }

  responded({ id, isCached: cached, ...facts }: ResponseEvent): void {
    const { method, path, status, milliseconds } = facts
    const text = `${method} ${path} ${status} ${milliseconds.toFixed(1)} ms`
    const fields = { event: 'response', ...facts, cached, request_id: id }
    this.#print('debug', text, fields)
  }

  failed(what: string, error: unknown, requestId?: string): void {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const fields = { event: 'failed', message: what, stack, request_id: requestId }
    this.#print('error', `${what}\n${stack}`, fields)
  }

  /** Removes more secrets from all lines from now on. */
  hide(more: readonly string[]): void {
    this.#secrets.push(...more.filter((secret) => !this.#secrets.includes(secret)))
  }

  /** Prints a line, then the events held back so far. */
  start(line: string): void {
    // Printed at any level, since programs wait for this line.
    const fields = { level: 'info', event: 'start', message: line }
    if (this.#isJson) this.#print('error', line, fields)
    else this.#streams.out.write(`${line}\n`)
    for (const event of this.#held ?? []) this.#show(event)
    this.#held = undefined
  }

  #clearProgress(): void {
    if (this.#isProgressShown) this.#streams.err.write('\r\x1b[K')
    this.#isProgressShown = false
  }

  /** Prints a text for people, or fields as JSON. */
  #print(level: Level, text: string, fields: Readonly<Record<string, unknown>>): void {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(this.#least)) return
    this.#clearProgress()
    if (this.#isJson) {
      const line = JSON.stringify({ time: this.#now().toISOString(), level, ...fields })
      this.#streams.out.write(`${redact(line, this.#secrets)}\n`)
      return
    }
    const stream = level === 'error' || level === 'warning' ? this.#streams.err : this.#streams.out
    const lines = redact(text, this.#secrets).split('\n').map(sanitizeTerminal)
    const time = this.#now().toISOString().replace(/\.\d+/, '')
    stream.write(`${time} ${lines.join('\n  ')}\n`)
  }

  #show(event: CatalogEvent): void {
    const { type, ...facts } = event
    if (event.type === 'progress') {
      if (!this.#streams.err.isTTY || this.#isJson) return
      this.#clearProgress()
      this.#streams.err.write(sanitizeTerminal(`${event.component}: ${event.message}`).slice(0, 79))
      this.#isProgressShown = true
      return
    }
    if (event.type === 'failed') this.failed(`${event.component}: internal error`, event.error)
    else this.#print(...describe(event), { event: type, ...facts })
  }
}

function describe(event: Exclude<CatalogEvent, { type: 'progress' | 'failed' }>): [Level, string] {
  const { component } = event
  switch (event.type) {
    case 'ready': {
      const translations = counted(event.translations, 'translation')
      const text = `${translations}, ${counted(event.units, 'unit')}, ${Math.round(event.milliseconds)} ms`
      return ['info', `${component}: ${text}`]
    }
    case 'history': {
      const { completeness } = event
      if (completeness.complete) return ['info', `${component}: whole history`]
      const day = new Date(completeness.since * 1000).toISOString().slice(0, 10)
      return ['info', `${component}: history since ${day}`]
    }
    case 'fetched': {
      const outcome = event.error ?? `${Math.round(event.milliseconds)} ms`
      return ['debug', `${component}: looked at its remote, ${outcome}`]
    }
    default: {
      const level = event.type === 'alert' ? 'warning' : 'info'
      return [level, sanitizeTerminal(`${component}: ${event.message}`)]
    }
  }
}
