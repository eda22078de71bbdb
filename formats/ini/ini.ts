import { decodeUtf8, isWhitespace, parseErrorAt, trim, trimEnd } from '../../src/text.ts'
import { type Entry, type ParsedFile, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { isJoomla } from '../properties/joomla.ts'
import { templateRule } from '../template-discovery.ts'

/**
 * Discovers INI files with texts. Joomla has a format of its own. Most files must be UTF-8, which Inno Setup's often
 * are not.
 */
const iniDiscovery = templateRule({
  files: /\.(?:ini|islu?|cfg|lng|lang)$/i,
  dataMasks: /\*/,
  isOwn(template, paths, contents) {
    const texts = paths.map((path) => contents.text(path) ?? '')
    const unreadable = texts.filter((text) => text.includes('\ufffd'))
    if (isJoomla(template) || unreadable.length * 2 >= texts.length) return false
    return paths.some((path) => /islu?$/i.test(path)) ? 'islu' : 'ini'
  },
})

/** INI as Python's `iniparse` reads it; the context of a text is `[section]key`. */
export const ini: Format = {
  id: 'ini',
  name: 'INI file',
  extension: 'ini',
  mediaType: 'text/plain',
  template: 'always',
  decode: decodeUtf8,
  discovery: iniDiscovery,
  parse: (bytes) => parseIni(bytes, (value) => value),
}

// The rule of `ini` decides between the two.
const { discovery: _, ...shared } = ini

/** Languages of Inno Setup: https://jrsoftware.org/ishelp/topic_languagessection.htm */
export const islu: Format = {
  ...shared,
  id: 'islu',
  name: 'Inno Setup INI file',
  extension: 'islu',
  parse: (bytes) => parseIni(bytes, (value) => value.replaceAll('%n', '\n').replaceAll('%t', '\t')),
}

/** Sections are in the order of their first appearance, and so are their keys. */
function parseIni(bytes: Uint8Array, textOf: (value: string) => string): ParsedFile {
  const text = decodeUtf8(bytes)
  const sections = readSections(text)
  const defaults = sections.get(DEFAULT) ?? new Map<string, Value>()
  sections.delete(DEFAULT)
  const entries: Entry[] = []
  for (const [section, values] of sections) {
    const inherited = [...defaults].filter(([key]) => !values.has(key))
    for (const [key, { lines, offset }] of [...values, ...inherited]) {
      if (entries.length === MAX_OPTIONS) {
        throw parseErrorAt(text, offset, `expected at most ${MAX_OPTIONS} options with defaults`)
      }
      const value = textOf(lines.join('\n'))
      entries.push(textEntry(`[${section}]${key}`, value, entries.length + 1, offset))
    }
  }
  return { entries }
}

/** The value of a key, line by line. */
interface Value {
  readonly lines: string[]
  /** UTF-16 offset of its first line. */
  readonly offset: number
}

type Section = Map<string, Value>

/** Default options, for sections that do not set them. */
const DEFAULT = 'DEFAULT'
/** Defaults repeated in many sections would grow quadratically. */
const MAX_OPTIONS = 1_000_000

const SECTION = /^\[([^\]]+)\](.*)$/s
const OPTION = /^([^=:[][^=:]*)[=:](.*)$/s

/**
 * Returns the values by key of all sections; a repeated key keeps its last value. Throws ParseError for lines that are
 * neither, and for options outside sections.
 */
function readSections(text: string): Map<string, Section> {
  const sections = new Map<string, Section>()
  let section: Section | undefined
  let value: Value | undefined
  let gaps = 0
  for (let offset = 0, next = 0; offset <= text.length; offset = next) {
    const lineBreak = text.indexOf('\n', offset)
    const end = lineBreak < 0 ? text.length : lineBreak
    next = end + 1
    const line = text.slice(offset, text[end - 1] === '\r' && end > offset ? end - 1 : end)
    const content = trim(line)
    if (content === '') gaps++
    else if (isWhitespace(line.charCodeAt(0))) {
      if (value === undefined) throw parseErrorAt(text, offset, 'expected a key before its text')
      for (; gaps > 0; gaps--) value.lines.push('')
      value.lines.push(content)
    } else if (!/^[;#%]/.test(line)) {
      gaps = 0
      const name = sectionName(line)
      if (name !== undefined) {
        section = sections.get(name) ?? new Map()
        sections.set(name, section)
        value = undefined
        continue
      }
      const [, key, rest] = OPTION.exec(line) ?? []
      if (section === undefined || key === undefined || rest === undefined) {
        const expected = section === undefined ? '[section]' : 'key = value'
        throw parseErrorAt(text, offset, `expected ${expected}`)
      }
      value = { lines: [withoutComment(trim(rest))], offset }
      section.set(trimEnd(key), value)
    }
  }
  return sections
}

function sectionName(line: string): string | undefined {
  const [, name, rest = ''] = SECTION.exec(line) ?? []
  const behind = trim(rest)
  return behind === '' || behind.startsWith(';') ? name : undefined
}

/** Only the first semicolon can start a comment, after white space. */
function withoutComment(value: string): string {
  const at = value.indexOf(';')
  return at > 0 && isWhitespace(value.charCodeAt(at - 1)) ? trimEnd(value.slice(0, at)) : value
}
