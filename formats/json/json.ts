import type { ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { type Layout, type Piece, readInPieces } from '../read-in-pieces.ts'
import { firstForm, type TranslationDocument } from '../translation-document.ts'
import { JSON_FACTS } from './dialect.ts'
import { jsonDiscovery } from './json-discovery.ts'
import { readPlainEntries } from './plain.ts'
import { readJson } from './reader.ts'
import { readTree, toEntryOf } from './tree.ts'

/**
 * JSON of any shape: every scalar below the top level is an entry, in file order. Its context is its path (`a.b`,
 * `list[0].k`). Keys are not escaped, so two paths may have the same context. Notes and flags are empty.
 */
export const json: Format = {
  ...JSON_FACTS,
  id: 'json',
  name: 'JSON file',
  discovery: jsonDiscovery,
  parse: parseJson,
  readVersion: (bytes, before, options) =>
    readInPieces(bytes, before, {
      layoutOf,
      parse: (whole) => parseJson(whole, options),
      readPiece: (raw) => readPiece(raw, options),
    }),
  writer: { needsKeys: true, write: writeJson },
}

// The rule of `json` decides between the two.
const { discovery: _, ...shared } = json

/** Reads exactly like `json`; only writing differs. */
export const jsonNested: Format = {
  ...shared,
  id: 'json-nested',
  name: 'JSON nested structure file',
  writer: { needsKeys: true, write: writeNestedJson },
}

function parseJson(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const toEntry = toEntryOf(options.isMonolingual)
  const plain = options.withoutOffsets ? readPlainEntries(bytes, toEntry) : undefined
  return { entries: plain ?? readTree(readJson(bytes, options), toEntry) }
}

/** Reads a member that is on lines of its own: with distinct keys, its result does not depend on the others. */
function readPiece(raw: string, options: ParseOptions): Piece | undefined {
  const bytes = Buffer.from(`{"${raw}}`, 'latin1')
  const key = raw.slice(0, raw.indexOf('"') + 1)
  // Another key, written differently, may be the same.
  if (key.includes('\\')) return undefined
  try {
    if (Object.keys(JSON.parse(bytes.toString())).length !== 1) return undefined
    return { raw, key, entries: parseJson(bytes, options).entries }
  } catch {
    // Reading the whole file reports what is wrong and where.
    return undefined
  }
}

const HEAD = /^(?:\xef\xbb\xbf)?[ \t\r\n]*\{([ \t\r]*\n[ \t]*)"/
const TAIL = /^\}[ \t\r\n]*$/
const SPACE = new Set(Buffer.from(' \t\r\n'))
const MAX_HEAD = 200

/** The separator includes the opening quotation mark of the next key. */
function layoutOf(bytes: Buffer): Layout | undefined {
  const head = HEAD.exec(bytes.toString('latin1', 0, MAX_HEAD))
  let end = bytes.lastIndexOf('}')
  if (head === null || !TAIL.test(bytes.toString('latin1', end))) return undefined
  while (SPACE.has(bytes[end - 1] ?? 0)) end--
  return { bytes, separator: `,${head[1]}"`, start: head[0].length, end }
}

/** Writes keys in file order; an object would put integers first. */
type Tree = Map<string, string | Tree>

/** Contexts with more parts keep their dots. */
const MAX_DEPTH = 256

/** Writes an object with a member for each context; a plural has its first form. */
function writeJson({ units }: TranslationDocument): string {
  return writeTree(
    new Map(units.map(({ context, targets }) => [context, firstForm(targets)])),
    '',
  ).concat('\n')
}

/**
 * Writes an object whose members nest at the dots of contexts. A context that starts with another whole context keeps
 * its dots, since it cannot nest below a text.
 */
function writeNestedJson({ units }: TranslationDocument): string {
  const root: Tree = new Map()
  for (const { context, targets } of units) insert(root, context, firstForm(targets))
  return writeTree(root, '').concat('\n')
}

function insert(root: Tree, context: string, text: string): void {
  const keys = context.split('.')
  if (keys.length > MAX_DEPTH) {
    root.set(context, text)
    return
  }
  const last = keys.pop() ?? ''
  let tree = root
  for (const key of keys) {
    const child = tree.get(key) ?? new Map()
    if (typeof child === 'string') {
      root.set(context, text)
      return
    }
    tree.set(key, child)
    tree = child
  }
  if (tree.get(last) instanceof Map) root.set(context, text)
  else tree.set(last, text)
}

function writeTree(tree: Tree, indent: string): string {
  if (tree.size === 0) return '{}'
  const inner = `${indent}    `
  const members = Array.from(tree, ([key, value]) => {
    const text = typeof value === 'string' ? JSON.stringify(value) : writeTree(value, inner)
    return `${inner}${JSON.stringify(key)}: ${text}`
  })
  return `{\n${members.join(',\n')}\n${indent}}`
}
