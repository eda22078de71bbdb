import { ParseError, unless } from '../../src/errors.ts'
import type { ParsedFile } from '../entry.ts'
import type { FileVersion } from '../format.ts'
import { type Layout, readInPieces } from '../read-in-pieces.ts'

type Parse = (bytes: Uint8Array) => ParsedFile

const START = '<termEntry'
const END = '</termEntry'
const HEAD = /^(<\?xml [^<>]*\?>)?\s*(?:<!DOCTYPE [^<>[\]]*>\s*)?<martif[\s>]/
const OTHER_ENCODING = /encoding\s*=\s*["'](?!utf-8["'])/i

/** Reads a version of a file: what is well-formed without its `termEntry` elements is so with any. Throws ParseError. */
export function readTbxVersion(
  content: Uint8Array,
  before: FileVersion | undefined,
  parse: Parse,
): FileVersion {
  return readInPieces(content, before, {
    layoutOf: (bytes) => layoutOf(bytes, parse),
    parse,
    readPiece: (raw) => {
      const entries = isPlain(raw) ? tryParse(`<martif>${START}${raw}</martif>`, parse) : undefined
      return entries && { raw, key: undefined, entries }
    },
  })
}

/** Reading the whole file reports what is wrong and where. */
function tryParse(written: string, parse: Parse): ParsedFile['entries'] | undefined {
  return unless(() => parse(Buffer.from(written, 'latin1')).entries, ParseError)
}

function layoutOf(bytes: Buffer, parse: Parse): Layout | undefined {
  const first = bytes.indexOf(START)
  const end = bytes.indexOf('>', Math.max(0, bytes.lastIndexOf(END))) + 1
  const head = bytes.toString('latin1', 0, Math.max(0, first))
  const start = HEAD.exec(head)
  if (start === null || end <= first || OTHER_ENCODING.test(start[1] ?? '')) return undefined
  const tail = bytes.toString('latin1', end)
  const isFrame = isPlain(head.slice(start[0].length) + tail) && tryParse(head + tail, parse)
  return isFrame ? { bytes, separator: START, start: first + START.length, end } : undefined
}

/** Returns whether a text has no comments, sections, entities or namespaces: every `<` in it starts an ordinary tag. */
function isPlain(text: string): boolean {
  return !text.includes('<!') && !text.includes('<?') && !text.includes('xmlns')
}
