import { trimEnd, trimStart, WHITESPACE_CLASS } from '../../src/text.ts'
import { escapeAttribute, escapeText } from '../../src/xml/escape.ts'
import { attributeXml, writeNodes } from '../../src/xml/markup.ts'
import type { XmlAttribute, XmlElement, XmlNode } from '../../src/xml/node.ts'

/** Text between tags; `isOpen` says whether a quote is still open at its end and continues in the next run. */
interface Run {
  readonly text: string
  readonly isOpen: boolean
  readonly trimsStart: boolean
  readonly trimsEnd: boolean
}

const WHITESPACE_RUN = new RegExp(`[${WHITESPACE_CLASS}]+`, 'g')
/** Tests whether there is more white space to collapse than single spaces; nearly all texts have none. */
export const COLLAPSIBLE: RegExp = new RegExp(
  `  |[${WHITESPACE_CLASS.replace('\\u0020', '\\u001f')}]`,
)
const LINE_ESCAPES: readonly [string, string][] = [
  ['n', '\n'],
  ['N', '\n'],
  ['t', '\t'],
  ['T', '\t'],
  ['\\', '\\'],
]

/** Returns what the character behind a backslash stands for; undefined if both are dropped. */
export type Escapes = (character: string) => string | undefined

const ANDROID = new Map([
  ...LINE_ESCAPES,
  ...Array.from(' "\'@?', (char): [string, string] => [char, char]),
])
const KOTLIN = new Map(LINE_ESCAPES)
/** Android knows these escapes, and drops the backslash of others. */
export const androidEscape: Escapes = (character) => ANDROID.get(character)
/** Kotlin's libraries keep unknown escapes unchanged. */
export const kotlinEscape: Escapes = (character) => KOTLIN.get(character) ?? `\\${character}`
const REFERENCES = /&(?:#x([\da-fA-F]+)|#(\d+)|([^;]+));|["<>\t\n\r]/g

const TAG = /(<[A-Za-z/][^<>]*>)/

/** Returns the text of a CDATA section, in which tags keep their quotes. */
export function cdataText(value: string, escapes: Escapes): string {
  let isOpen = false
  const parts = value.split(TAG)
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part.includes('\\') ? resolveEscapes(part, escapes) : part
      const run = processRun(part, isOpen, escapes)
      isOpen = run.isOpen
      const isLast = index === parts.length - 1
      return trim(run.text, run.trimsStart && index === 0, run.trimsEnd && isLast)
    })
    .join('')
}

/**
 * The text that a `string` or `item` element stands for: quotes, escapes and white space of Android resolved
 * (https://developer.android.com/guide/topics/resources/string-resource#FormattingAndStyling). Content with markup,
 * comments, CDATA sections or entities stays XML, in canonical form.
 */
export function resourceText({ children }: XmlElement, escapes: Escapes): string {
  const [only] = children
  if (only === undefined) return ''
  if (children.length === 1 && only.type === 'text') {
    const text = only.value
    if (!text.includes('"') && !text.includes('\\')) return trim(collapseSpace(text), true, true)
    const run = processRun(text, false, escapes)
    return trim(run.text, run.trimsStart, run.trimsEnd)
  }
  return richText(children, escapes)
}

function richText(children: readonly XmlNode[], escapes: Escapes): string {
  let xml = ''
  let isOpen = false
  const write = (nodes: readonly XmlNode[], isOutermost: boolean): void => {
    nodes.forEach((node, index) => {
      if (node.type === 'text') {
        const run = processRun(escapeText(node.value), isOpen, escapes)
        isOpen = run.isOpen
        const isFirst = isOutermost && index === 0
        const isLast = isOutermost && index === nodes.length - 1
        xml += trim(run.text, run.trimsStart && isFirst, run.trimsEnd && isLast)
      } else if (node.type !== 'element') {
        xml += writeNodes([node], ({ value }) => `<![CDATA[${value}]]>`)
      } else if (node.children.length === 0) xml += `${startTag(node)}/>`
      else {
        xml += `${startTag(node)}>`
        write(node.children, false)
        xml += `</${node.name}>`
      }
    })
  }
  write(children, true)
  return xml
}

function startTag({ name, declarations, attributes }: XmlElement): string {
  let tag = `<${name}`
  for (const declaration of declarations) tag += attributeXml(declaration.name, declaration.uri)
  for (const attribute of attributes) tag += ` ${attribute.name}="${canonicalValue(attribute)}"`
  return tag
}

/** Replaces character references by escaped characters; other references stay. */
function canonicalValue({ literal }: XmlAttribute): string {
  return literal.replace(REFERENCES, (match, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return name === 'apos' ? "'" : match
    if (hex === undefined && decimal === undefined) return escapeAttribute(match)
    return escapeAttribute(
      String.fromCodePoint(Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)),
    )
  })
}

function processRun(text: string, wasOpen: boolean, escapes: Escapes): Run {
  let isOpen = wasOpen
  let joined = ''
  let trimsStart: boolean | undefined
  let collapses = false
  for (const part of text.includes('"') ? splitQuoted(text) : [text]) {
    const hasQuote = part.startsWith('"')
    if (hasQuote) isOpen = !isOpen
    collapses = !isOpen
    let inner = hasQuote ? part.slice(1) : part
    if (inner.endsWith('"') && !inner.endsWith('\\"')) {
      inner = inner.slice(0, -1)
      isOpen = !isOpen
    }
    joined += collapses ? collapseSpace(inner) : inner
    trimsStart ??= collapses
  }
  let trimsEnd = collapses && !isOpen
  const resolved = joined.includes('\\') ? resolveEscapes(joined, escapes) : joined
  if (resolved !== joined && resolved !== '') {
    if (joined.codePointAt(0) !== resolved.codePointAt(0)) trimsStart = false
    if (joined.at(-1) !== resolved.at(-1)) trimsEnd = false
  }
  return { text: resolved, isOpen, trimsStart: trimsStart === true, trimsEnd }
}

function collapseSpace(text: string): string {
  return COLLAPSIBLE.test(text) ? text.replace(WHITESPACE_RUN, ' ') : text
}

/** Splits around each pair of quotes without a backslash before them; no part is empty. */
function splitQuoted(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let opened = -1
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text.charCodeAt(at - 1) === 0x5c) continue
    if (opened < 0) {
      opened = at
      continue
    }
    if (opened > start) parts.push(text.slice(start, opened))
    parts.push(text.slice(opened, at + 1))
    start = at + 1
    opened = -1
  }
  if (start < text.length) parts.push(text.slice(start))
  return parts
}

function resolveEscapes(text: string, escapes: Escapes): string {
  const decoded = text.includes('\\u')
    ? text.replace(/\\u([\da-fA-F]{4})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
  let resolved = ''
  let from = 0
  for (let at = decoded.indexOf('\\'); at >= 0; at = decoded.indexOf('\\', from)) {
    const code = decoded.codePointAt(at + 1)
    // Keeps a backslash at the end or before a line end.
    const isKept = code === undefined || code === 0x0a
    resolved += decoded.slice(from, isKept ? at + 1 : at)
    from = at + 1
    if (isKept) continue
    const char = String.fromCodePoint(code)
    resolved += escapes(char) ?? ''
    from += char.length
  }
  return resolved + decoded.slice(from)
}

function trim(text: string, start: boolean, end: boolean): string {
  const rest = start ? trimStart(text) : text
  return end ? trimEnd(rest) : rest
}
