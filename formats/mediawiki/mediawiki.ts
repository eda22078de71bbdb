import { decodeUtf8, expectWhole } from '../../src/text.ts'
import { type ParsedFile, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { COMMENT, maskOf } from './mask.ts'

/**
 * Pages of wiki text: the headings, paragraphs, list items and cells of a translation stand for those of the template with
 * the same place, counted by section and kind.
 */
export const mediawiki: Format = {
  id: 'mediawiki',
  name: 'MediaWiki file',
  extension: 'txt',
  mediaType: 'text/plain',
  template: 'always',
  decode: decodeUtf8,
  parse: parsePage,
}

function parsePage(bytes: Uint8Array): ParsedFile {
  const page = decodeUtf8(bytes)
  let section = 0
  const counts = new Map<string, number>()
  const entries = readBlocks(page).map(({ kind, text, offset }, index) => {
    expectWhole(text, page, offset)
    if (kind === 'heading') section++
    const place = `${section} ${kind}`
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    const context = kind === 'heading' ? place : `${place} ${count}`
    return textEntry(context, text, index + 1, offset)
  })
  return { entries }
}

interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'term' | 'preformatted' | 'caption' | 'cell'
  /** The text, trimmed and without comments. */
  readonly text: string
  /** UTF-16 offset of the text. */
  readonly offset: number
}

/** Returns the texts of a page of wiki text, in order: https://www.mediawiki.org/wiki/Help:Formatting */
function readBlocks(text: string): Block[] {
  const blocks = new Blocks(text)
  return /^\s*#redirect\s*:?\s*\[\[/i.test(text) ? [] : blocks.read()
}

class Blocks {
  readonly #text: string
  readonly #mask: string
  readonly #blocks: Block[] = []
  /** A text that may continue on the next line. */
  #open: { readonly kind: Block['kind']; readonly start: number; end: number } | undefined
  #tables = 0

  constructor(text: string) {
    this.#text = text
    this.#mask = maskOf(text)
  }

  read(): Block[] {
    const mask = this.#mask
    for (let start = 0; start < mask.length; ) {
      const lineBreak = mask.indexOf('\n', start)
      const end = lineBreak === -1 ? mask.length : lineBreak
      this.#readLine(start, end)
      start = end + 1
    }
    this.#close()
    return this.#blocks
  }

  #readLine(from: number, end: number): void {
    let start = from
    while (start < end && this.#mask[start] === COMMENT) start++
    const line = this.#mask.slice(start, end)
    const level = headingLevel(line)
    const prefix = /^(?:[*#:;]+|-{4,})/.exec(line)?.[0]
    if (line.trim() === '') this.#close()
    else if (this.#readTable(line, start, end)) return
    else if (level > 0) {
      this.#add('heading', start + level, start + line.lastIndexOf('=') + 1 - level)
    } else if (prefix === undefined) {
      this.#continue(line.startsWith(' ') ? 'preformatted' : 'paragraph', start, end)
    } else if (prefix.startsWith('-')) {
      this.#add('paragraph', start + prefix.length, end)
    } else {
      const isTerm = prefix.endsWith(';')
      const text = start + prefix.length
      const colon = isTerm ? line.slice(prefix.length).search(/:(?!\/\/)/) : -1
      this.#add(isTerm ? 'term' : 'item', text, colon === -1 ? end : text + colon)
      if (colon !== -1) this.#add('item', text + colon + 1, end)
    }
  }

  /** Returns whether a line is part of a table's frame. */
  #readTable(line: string, start: number, end: number): boolean {
    if (/^[\s:]*\{\|/.test(line)) {
      this.#close()
      this.#tables++
      return true
    }
    const mark = this.#tables > 0 ? /^\s*(\|\}|\|-|\|\+|[|!])/.exec(line) : null
    if (mark === null) return false
    this.#close()
    const from = start + mark[0].length
    if (mark[1] === '|}') {
      this.#tables--
      this.#continue('paragraph', from, end)
    } else if (mark[1] === '|+') {
      this.#startCell('caption', from, end)
    } else if (mark[1] !== '|-') {
      const divider = mark[1] === '!' ? /\|\||!!/g : /\|\|/g
      let at = from
      for (const { index } of this.#mask.slice(from, end).matchAll(divider)) {
        this.#startCell('cell', at, from + index)
        at = from + index + 2
      }
      this.#startCell('cell', at, end)
    }
    return true
  }

  /** Starts a cell, whose attributes end with a bar; the lines that follow belong to the last cell. */
  #startCell(kind: 'caption' | 'cell', start: number, end: number): void {
    this.#close()
    const bar = this.#mask.slice(start, end).indexOf('|')
    this.#continue(kind, bar === -1 ? start : start + bar + 1, end)
  }

  /** Adds lines to the open text, if they can continue it. */
  #continue(kind: Block['kind'], start: number, end: number): void {
    const isSame = this.#open?.kind === kind
    const isCell = kind === 'paragraph' && /^(?:cell|caption)$/.test(this.#open?.kind ?? '')
    if (this.#open !== undefined && (isSame || isCell)) {
      this.#open.end = end
      return
    }
    this.#close()
    this.#open = { kind, start, end }
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (open !== undefined) this.#add(open.kind, open.start, open.end)
  }

  /** Adds a text unless it is only markup. */
  #add(kind: Block['kind'], start: number, end: number): void {
    this.#close()
    const mask = this.#mask.slice(start, end)
    if (!/[\p{L}\p{N}]/u.test(mask.replace(/<[^<>]*>/g, ''))) return
    const shown = Array.from({ length: mask.length }, (_, at) =>
      mask[at] === COMMENT ? '' : this.#text[start + at],
    ).join('')
    const offset = start + mask.search(/[^\s\ue001]/)
    this.#blocks.push({ kind, text: shown.trim().replaceAll('\r\n', '\n'), offset })
  }
}

/** Returns the number of equals signs at both ends of a line, at most six; 0 if it is not a heading. */
function headingLevel(line: string): number {
  if (!line.startsWith('=')) return 0
  const shown = line.replaceAll(COMMENT, ' ').trimEnd()
  const ends = Math.floor((shown.length - 1) / 2)
  let level = 0
  while (level < Math.min(ends, 6) && shown[level] === '=' && shown.at(-1 - level) === '=') level++
  return level
}
