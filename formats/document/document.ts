import { ParseError } from '../../src/errors.ts'
import { escapeRegExp } from '../../src/regexp/pattern.ts'
import { decodeUtf8, trim } from '../../src/text.ts'
import {
  type Entry,
  type EntryState,
  type ParsedFile,
  type ParseOptions,
  textEntry,
} from '../entry.ts'
import { unpackFolder } from '../folder.ts'
import type { Format } from '../format.ts'
import { documentDiscovery } from './document-discovery.ts'
import { readFrontMatter } from './front-matter.ts'

/** The files that are documents. */
export const DOCUMENT: RegExp = /\.(?:mdx?|markdown|adoc|asciidoc|rst|html?|txt)$/i

/**
 * Translated documents, each of which is a unit. Layouts: a folder per language with the names of the sources, a folder
 * of sources with translations beside them (`a.de.md`), or a single document with a file per language.
 */
export const document: Format = {
  id: 'document',
  name: 'Translated documents',
  extension: 'md',
  mediaType: 'text/markdown',
  template: 'always',
  isOwn: true,
  // They are about strings.
  checkFlags: 'ignore-all-checks',
  folder: DOCUMENT,
  discovery: documentDiscovery({
    id: 'document',
    parse: (...args) => singleDocument('x.md').parse(...args),
  }),
  textOf,
  sourceCommitOf: (text) => readFrontMatter(text).sourceCommit,
  decode: () => '',
  parse: (packed, options) => parseFiles(unpackFolder(packed), options),
  languages: () => [],
  forFiles({ filemask, template }, isLanguage) {
    if (DOCUMENT.test(filemask)) return singleDocument(template)
    if (!filemask.includes('*')) return besideSources(isLanguage)
    const other = otherLanguages(filemask, template)
    if (other === undefined) return document
    const isOwn = (path: string): boolean => !isLanguage(other.exec(path)?.[1] ?? '')
    return { ...document, folder: { test: (path) => DOCUMENT.test(path) && isOwn(path) } }
  },
}

/** For language folders inside the folder of sources: finds the code in a document's path. */
function otherLanguages(filemask: string, template: string): RegExp | undefined {
  if (!filemask.startsWith(`${template}/`)) return undefined
  const [before = '', after = ''] = filemask.slice(template.length + 1).split('*')
  return new RegExp(`^${escapeRegExp(before)}([^/]*)${escapeRegExp(after)}/`, 'u')
}

interface SplitPath {
  readonly context: string
  /** `''`: of a source. */
  readonly code: string
}

const MAX_KEPT = 20_000

/** For translations of all languages beside their sources: `guide/a.de.md` beside `guide/a.md`. */
function besideSources(isLanguage: (code: string) => boolean): Format {
  // Versions of a folder mostly share their paths.
  const splitPaths = new Map<string, SplitPath>()
  function split(path: string): SplitPath {
    let splitPath = splitPaths.get(path)
    if (splitPath !== undefined) return splitPath
    const [, stem, code = '', extension = ''] = /^(.*[^/])\.([^./]+)(\.[^./]+)$/.exec(path) ?? []
    splitPath = isLanguage(code) ? { context: stem + extension, code } : { context: path, code: '' }
    if (splitPaths.size === MAX_KEPT) splitPaths.clear()
    splitPaths.set(path, splitPath)
    return splitPath
  }
  return {
    ...document,
    languages: (bytes) => {
      const codes = Array.from(unpackFolder(bytes).keys(), (path) => split(path).code)
      return [...new Set(codes)].filter((code) => code !== '').sort()
    },
    parse(bytes, options) {
      const { isTemplate = false, languageCode } = options
      const files = new Map<string, Buffer>()
      for (const [path, content] of unpackFolder(bytes)) {
        const { context, code } = split(path)
        // A source may have a code as well.
        const isNamed = isTemplate && code === languageCode && !files.has(context)
        if (code === (isTemplate ? '' : languageCode) || isNamed) files.set(context, content)
      }
      return parseFiles(files, options)
    },
    folderOf: (code) => ({ test: (path) => DOCUMENT.test(path) && split(path).code === code }),
    pathOf: (context, code) => context.replace(/\.[^./]+$/, (extension) => `.${code}${extension}`),
  }
}

/** For a single document, whose files are read as they are. */
function singleDocument(template: string): Format {
  const { folder: _folder, ...format } = document
  const name = template.slice(template.lastIndexOf('/') + 1)
  const filesOf = (bytes: Uint8Array) => [[name, bytes]] as const
  return {
    ...format,
    decode: (bytes) => decodeUtf8(bytes),
    parse: (bytes, options) => parseFiles(filesOf(bytes), options),
  }
}

function parseFiles(
  files: Iterable<readonly [path: string, bytes: Uint8Array]>,
  { isTemplate = false, onFault }: ParseOptions,
): ParsedFile {
  const entries: Entry[] = []
  for (const [path, bytes] of files) {
    const text = readText(path, bytes, onFault)
    // An empty document needs no translation.
    if (text === '') continue
    const isOutdated = !isTemplate && readFrontMatter(text).isOutdated
    const state: EntryState = isOutdated ? 'fuzzy' : 'translated'
    const position = entries.length + 1
    entries.push({ ...textEntry(path, text, position, 0), state, location: `${path}:1` })
  }
  return { entries }
}

/** Throws ParseError, which names the document, unless faults are reported. */
function readText(path: string, bytes: Uint8Array, onFault: ParseOptions['onFault']): string {
  try {
    return cut(decodeUtf8(bytes))
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    const { line, column, message } = cause
    if (onFault === undefined) {
      throw new ParseError(`${path}:${line}:${column}: ${message}`, 1, 1, { cause })
    }
    onFault({ message, offset: 0, location: { path, line, column }, context: path })
    return textOf(bytes)
  }
}

function textOf(bytes: Uint8Array): string {
  return cut(Buffer.from(bytes).toString('utf8'))
}

/** In UTF-16 units, since pages and answers of the API hold many documents. */
const MAX_TEXT = 100_000

/** Trims a text and ends its lines with LF. */
function cut(text: string): string {
  return trim(text.replace(/\r\n?/g, '\n').slice(0, MAX_TEXT)).replace(/[\ud800-\udbff]$/, '')
}
