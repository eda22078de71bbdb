import { groupBy } from '../../group-by.ts'
import { isWhitespace } from '../../text.ts'
import type { Range } from '../check.ts'
import { isWordAt } from '../text.ts'
import type { Named } from './compare.ts'
import { createAutolinkReader } from './markdown-link.ts'

/** Returns the piece that starts at an offset; undefined if none can start there. */
type ReadPiece = (start: number) => Named | undefined

const mark = /[_*`~<]/g

/**
 * Returns the formatted pieces of a text, from left to right and without overlap. They are named by their delimiters:
 * `**…**`, or `<…>` for an address. Linear.
 */
export function findPieces(text: string): Named[] {
  const readers = new Map<string, ReadPiece>()
  const pieces: Named[] = []
  mark.lastIndex = 0
  for (let at = 0; ; ) {
    mark.lastIndex = at
    const character = mark.exec(text)?.[0]
    if (character === undefined) return pieces
    const start = mark.lastIndex - 1
    let reader = readers.get(character)
    if (reader === undefined) {
      reader = createReader(text, character)
      readers.set(character, reader)
    }
    const piece = reader(start)
    if (piece !== undefined) pieces.push(piece)
    // If a run of backquotes starts nothing, neither does its rest.
    at = piece?.end ?? (character === '`' ? runEnd(text, start) : start + 1)
  }
}

function createReader(text: string, character: string): ReadPiece {
  switch (character) {
    case '`':
      return createCodeReader(text)
    case '~':
      return createStrikeReader(text)
    case '<': {
      const endOf = createAutolinkReader(text)
      return (start) => {
        const end = endOf(start)
        return end < 0 ? undefined : { name: '<…>', start, end }
      }
    }
    default:
      return createEmphasisReader(text, character)
  }
}

function runEnd(text: string, start: number): number {
  let end = start + 1
  while (text[end] === text[start]) end++
  return end
}

function between(mark: string, start: number, end: number): Named {
  return { name: `${mark}…${mark}`, start, end }
}

function findRuns(text: string, character: string): Range[] {
  const runs: Range[] = []
  for (let start = text.indexOf(character); start >= 0; ) {
    const end = runEnd(text, start)
    runs.push({ start, end })
    start = text.indexOf(character, end)
  }
  return runs
}

/** Returns a function that finds the first run at or after an offset. Offsets must not decrease. */
function createCursor(runs: readonly Range[]): (start: number) => Range | undefined {
  let index = 0
  return (start) => {
    while (index < runs.length && (runs[index]?.start ?? 0) < start) index++
    return runs[index]
  }
}

/**
 * Returns a reader of strong text between double delimiters, and of emphasis between single ones, which contains
 * delimiters only in pairs. An underscore must not have a word character on its outside.
 */
function createEmphasisReader(text: string, character: string): ReadPiece {
  const runs = findRuns(text, character)
  const nextDouble = createCursor(runs.filter(({ start, end }) => end - start > 1))
  const nextOdd = createCursor(runs.filter(({ start, end }) => (end - start) % 2 === 1))
  const isUnderscore = character === '_'
  let currentEnd = -1
  return (start) => {
    if (start >= currentEnd) currentEnd = runEnd(text, start)
    if (currentEnd - start >= 2) {
      // The text and its closing delimiter may be part of the same run.
      const end = currentEnd - start >= 5 ? currentEnd : nextDouble(currentEnd)?.end
      if (end !== undefined) return between(character + character, start, end)
    }
    const inside = currentEnd - start - 1
    if ((isUnderscore && isWordAt(text, start - 1)) || inside === 1) return undefined
    const end = inside % 2 === 1 ? currentEnd : nextOdd(currentEnd)?.end
    if (end === undefined || (isUnderscore && isWordAt(text, end))) return undefined
    return between(character, start, end)
  }
}

/**
 * Returns a reader of code between two runs of equally many backquotes. Without a second run, the first may start with
 * a shorter one.
 */
function createCodeReader(text: string): ReadPiece {
  const bySize = groupBy(findRuns(text, '`'), ({ start, end }) => end - start)
  const cursors = new Map([...bySize].map(([size, runs]) => [size, createCursor(runs)]))
  return (start) => {
    const openEnd = runEnd(text, start)
    for (let size = openEnd - start; size > 0; size--) {
      const close = cursors.get(size)?.(openEnd)
      if (close) return between('`'.repeat(size), start, close.end)
    }
    return undefined
  }
}

/** Returns a reader of text between double tildes, without white space at its edges. */
function createStrikeReader(text: string): ReadPiece {
  const closing: Range[] = []
  for (let at = text.indexOf('~~', 1); at >= 0; at = text.indexOf('~~', at + 1)) {
    if (!isWhitespace(text.charCodeAt(at - 1))) closing.push({ start: at, end: at + 2 })
  }
  const next = createCursor(closing)
  return (start) => {
    const first = text.charCodeAt(start + 2)
    if (text[start + 1] !== '~' || Number.isNaN(first) || isWhitespace(first)) return undefined
    const end = next(start + 3)?.end
    return end === undefined ? undefined : between('~~', start, end)
  }
}
