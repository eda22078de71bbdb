import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Small results that cost much, by key. What is lost or damaged is computed again, so no failure is fatal. */
export interface RecordFile {
  get(key: string): string | undefined
  /** Remembers a record; `flush` writes it. */
  set(key: string, value: string): void
  /** Appends what is new; where too much has come together only the newer half is kept. */
  flush(): void
}

interface RecordFileOptions {
  /** Undefined: the records live in memory only. */
  readonly path: string | undefined
  /** Names what the records mean; a file of another kind is replaced. One line. */
  readonly kind: string
  readonly maxBytes: number
}

/**
 * Opens a file of records, one a line, each with a checksum of its own: a damaged line is as if it had never been
 * written. Keys have neither blanks nor line ends, values no line ends.
 */
export function openRecordFile({ path, kind, maxBytes }: RecordFileOptions): RecordFile {
  const header = `gitglot records ${kind}`
  const records = new Map<string, string>()
  let bytes = 0
  let added: string[] = []
  // Whether the file is to be written anew instead of being added to.
  let isStale = true

  function remember(key: string, value: string): void {
    const before = records.get(key)
    if (before !== undefined) bytes -= key.length + before.length
    records.delete(key)
    records.set(key, value)
    bytes += key.length + value.length
  }

  function dropOlderHalf(): void {
    for (const [key, value] of records) {
      if (bytes <= maxBytes / 2) break
      records.delete(key)
      bytes -= key.length + value.length
    }
    isStale = true
  }

  const [first, ...lines] = path === undefined ? [] : readLines(path)
  if (first === header) {
    isStale = lines.pop() !== ''
    for (const line of lines) {
      const record = readLine(line)
      if (record === undefined) isStale = true
      else remember(...record)
    }
  }
  if (bytes > maxBytes) dropOlderHalf()

  return {
    get: (key) => records.get(key),
    set(key, value) {
      remember(key, value)
      added.push(key)
      if (bytes > maxBytes) dropOlderHalf()
    },
    flush() {
      if (path === undefined || added.length === 0) return
      const keys = isStale ? records.keys() : new Set(added)
      added = []
      let text = isStale ? `${header}\n` : ''
      for (const key of keys) text += lineOf(key, records.get(key) ?? '')
      try {
        if (isStale) replaceFile(path, text)
        else appendFileSync(path, text)
        isStale = false
      } catch {
        // A full disk costs time after the next start, nothing else.
        isStale = true
      }
    },
  }
}

function readLine(line: string): [key: string, value: string] | undefined {
  const content = line.slice(9)
  const blank = content.indexOf(' ')
  if (blank < 0 || line !== `${sumOf(content)} ${content}`) return undefined
  return [content.slice(0, blank), content.slice(blank + 1)]
}

function lineOf(key: string, value: string): string {
  const content = `${key} ${value}`
  return `${sumOf(content)} ${content}\n`
}

function sumOf(content: string): string {
  return createHash('sha1').update(content).digest('hex').slice(0, 8)
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    // Missing or unreadable: it is written anew.
    return []
  }
}

function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const part = `${path}.part`
  try {
    writeFileSync(part, text)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
