import { ParseError, unless } from '../../src/errors.ts'
import type { ParsedFile } from '../entry.ts'
import type { FileVersion } from '../format.ts'
import { type Layout, readInPieces } from '../read-in-pieces.ts'

type Parse = (bytes: Uint8Array) => ParsedFile

const START = '<termEntry'
const END = '</termEntry'
const HEAD = /^(<\?xml [^<>]*\?>)?\s*(?:<!DOCTYPE [^<>[\]]*>\s*)?<martif[\s>]/
const OTHER_ENCODING = /encoding\s*=\s*["'](?!utf-8["'])/i

/** Reads a version of a file. Each `termEntry` is a piece: it is parsed alone, and so is the file around them. */
export function readTbxVersion(
  content: Uint8Array,
  before: FileVersion | undefined,
  parse: Parse,
): FileVersion {
  return readInPieces(content, before, {
    layoutOf: (bytes) => layoutOf(bytes, parse),
    parse,
    readPiece: (raw) => {
      const entries = tryParse(`<martif>${START}${raw}</martif>`, parse)
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
  if (NOT_PLAIN.some((part) => bytes.includes(part, start[0].length))) return undefined
  // An empty element in place of the pieces: they must stand where an element may.
  const frame = tryParse(`${head}${START}/>${bytes.toString('latin1', end)}`, parse)
  return frame && { bytes, separator: START, start: first + START.length, end }
}

/** Comments, sections, entities and namespaces. Without them, every `<` starts an ordinary tag. */
const NOT_PLAIN = ['<!', '<?', 'xmlns']
