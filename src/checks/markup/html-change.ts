import type { Range } from '../check.ts'
import type { TextFault } from '../form-check.ts'
import { quote } from '../sentence.ts'
import {
  htmlRoot,
  isInPlace,
  type OpenHtml,
  openHtml,
  refusesText,
  voidElements,
} from './html-nesting.ts'
import { contentEnd, type HtmlVocabulary, textElements } from './html-source.ts'

interface Scan {
  readonly text: string
  readonly allowed: HtmlVocabulary
  readonly open: OpenHtml[]
  /** Positions of the open elements' start tags. */
  readonly places: Range[]
  fault: TextFault | undefined
}

/**
 * Returns the first position that a sanitizer with these elements and attributes would change; undefined if parsing the
 * text as HTML inside a `div`, sanitizing and serializing it reproduces the text. Linear: the scan stops at the first
 * change, so it never needs to repair anything. https://html.spec.whatwg.org/multipage/parsing.html
 */
export function findHtmlChange(text: string, allowed: HtmlVocabulary): TextFault | undefined {
  const scan: Scan = { text, allowed, open: [htmlRoot], places: [], fault: undefined }
  for (let at = 0; at >= 0 && at < text.length; ) {
    const tag = text.indexOf('<', at)
    const end = tag < 0 ? text.length : tag
    if (end > at) at = scanText(scan, at, end)
    if (at >= 0 && tag >= 0) {
      at = text[tag + 1] === '/' ? scanEndTag(scan, tag) : scanStartTag(scan, tag)
    }
  }
  if (scan.fault !== undefined) return scan.fault
  while (scan.open.at(-1)?.isImplied) scan.open.pop()
  const unclosed = scan.open.length > 1 ? scan.open.at(-1) : undefined
  const place = scan.places.at(-1)
  if (unclosed === undefined || place === undefined) return undefined
  return { explanation: `The tag \`<${unclosed.name}>\` is not closed`, ...place }
}

function fail(scan: Scan, explanation: string, start: number, end: number): -1 {
  scan.fault = { explanation, start, end }
  return -1
}

const inText = /[>&\r\0]/g
const textEntity = /&(?:amp|lt|gt|nbsp);/y
const inValue = /[<>&\r\0]/g
const valueEntity = /&(?:amp|lt|gt|quot|nbsp);/y

/** Finds a character that the sanitizer would escape; returns its offset or -1. */
function strayCharacter(part: string, stray: RegExp, entity: RegExp): number {
  stray.lastIndex = 0
  for (let match = stray.exec(part); match !== null; match = stray.exec(part)) {
    entity.lastIndex = match.index
    if (!entity.test(part)) return match.index
  }
  return -1
}

function scanText(scan: Scan, start: number, end: number): number {
  const part = scan.text.slice(start, end)
  const stray = strayCharacter(part, inText, textEntity)
  if (stray >= 0) return failCharacter(scan, start + stray)
  const parent = scan.open.at(-1) ?? htmlRoot
  if (refusesText(parent) && /[^\t\n\f\r ]/.test(part)) {
    return fail(scan, `There is text directly in \`<${parent.name}>\``, start, end)
  }
  return end
}

const WRITTEN_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['<', '`<` must be written as `&lt;`'],
  ['>', '`>` must be written as `&gt;`'],
  ['\r', 'There is a carriage return'],
  ['\0', 'There is a null character'],
])

function failCharacter(scan: Scan, at: number): -1 {
  const character = scan.text[at] ?? ''
  const entity = /^&(?:#\w+|\w+);/.exec(scan.text.slice(at, at + 40))?.[0]
  if (entity) {
    return fail(scan, `${quote(entity)} must be written as the character`, at, at + entity.length)
  }
  const explanation = WRITTEN_CHARACTERS.get(character) ?? '`&` must be written as `&amp;`'
  return fail(scan, explanation, at, at + 1)
}

const tagName = /<([a-z][^\t\n\f\r />A-Z\0]*)/y
const attribute = / ([^\t\n\f\r />=A-Z\0]+)="([^"]*)"/y

function scanStartTag(scan: Scan, start: number): number {
  const { text, allowed, open } = scan
  tagName.lastIndex = start
  const name = holdsText(open.at(-1) ?? htmlRoot) ? undefined : tagName.exec(text)?.[1]
  if (name === undefined) {
    if (/[A-Z!?]/.test(text[start + 1] ?? '')) return failTag(scan, start)
    return failCharacter(scan, start)
  }
  if (!allowed.has(name)) {
    return fail(scan, `The tag \`<${name}>\` is not in the source`, start, tagName.lastIndex)
  }
  const tag = { name, attributes: new Map<string, string>() }
  const at = scanAttributes(scan, tag, tagName.lastIndex)
  if (at < 0) return at
  if (text[at] !== '>') return failTag(scan, start)
  const end = at + 1
  if (!isInPlace(open, tag, allowed)) {
    const parent = open.length > 1 ? `in \`<${open.at(-1)?.name}>\`` : 'here'
    return fail(scan, `The tag \`<${name}>\` is not allowed ${parent}`, start, end)
  }
  const element = openHtml(open.at(-1) ?? htmlRoot, tag)
  if (element.space === 'html' && voidElements.has(name)) return end
  open.push(element)
  scan.places.push({ start, end })
  return element.space === 'html' ? scanContent(scan, name, end) : end
}

/** Returns where the next markup of an element may start: after the content if that is text. */
function scanContent(scan: Scan, name: string, start: number): number {
  const { text } = scan
  if (/^(?:pre|listing|textarea)$/.test(name) && text[start] === '\n') {
    return fail(scan, `The line break after \`<${name}>\` is ignored`, start, start + 1)
  }
  if (!textElements.has(name) || CHARACTER_ELEMENTS.has(name)) return start
  const end = contentEnd(text, start, name)
  const content = text.slice(start, end < 0 ? text.length : end)
  const stray = content.search(/[\r\0]/)
  if (stray >= 0) return failCharacter(scan, start + stray)
  return end < 0 ? text.length : end
}

/** Elements that contain characters and entities, but no elements. */
const CHARACTER_ELEMENTS: ReadonlySet<string> = new Set(['title', 'textarea'])

function holdsText({ name, space }: OpenHtml): boolean {
  return space === 'html' && CHARACTER_ELEMENTS.has(name)
}

function failTag(scan: Scan, start: number): -1 {
  const close = scan.text.indexOf('>', start)
  const end = close < 0 ? scan.text.length : close + 1
  const tag = quote(scan.text.slice(start, end))
  return fail(scan, `${tag} is not written as an HTML sanitizer writes it`, start, end)
}

/** Adds the attributes of a tag, from an offset on; returns the offset after them. */
function scanAttributes(
  scan: Scan,
  { name, attributes }: { readonly name: string; readonly attributes: Map<string, string> },
  start: number,
): number {
  const { text } = scan
  const allowed = scan.allowed.get(name)
  for (let at = start; ; at = attribute.lastIndex) {
    attribute.lastIndex = at
    const match = attribute.exec(text)
    if (match === null) return at
    const [matched, label = '', value = ''] = match
    const end = at + matched.length
    const described = `The attribute ${quote(label)} of \`<${name}>\``
    if (!allowed?.has(label) && label !== 'title' && label !== 'lang') {
      return fail(scan, `${described} is not in the source`, at + 1, end)
    }
    if (attributes.has(label)) return fail(scan, `${described} occurs twice`, at + 1, end)
    const stray = strayCharacter(value, inValue, valueEntity)
    if (stray >= 0) return failCharacter(scan, end - 1 - value.length + stray)
    if (isAddress(name, label) && !isSafe(value)) {
      return fail(scan, `${described} has an address that is not safe`, at + 1, end)
    }
    attributes.set(label, value)
  }
}

const endTag = /<\/([a-z][^\t\n\f\r />A-Z\0]*)>/y

function scanEndTag(scan: Scan, start: number): number {
  const { text, open, places } = scan
  endTag.lastIndex = start
  const name = endTag.exec(text)?.[1]
  if (name === undefined) return failTag(scan, start)
  const end = endTag.lastIndex
  while (open.at(-1)?.isImplied) open.pop()
  const element = open.length > 1 ? open.at(-1) : undefined
  if (element?.name !== name) {
    const expected = element ? `appears instead of \`</${element.name}>\`` : 'has no opening tag'
    return fail(scan, `The tag \`</${name}>\` ${expected}`, start, end)
  }
  open.pop()
  places.pop()
  return end
}

const ADDRESSES: ReadonlySet<string> = new Set([
  'svg xlink:href',
  'form action',
  'object data',
  'button formaction',
  'input formaction',
  'a ping',
  'video poster',
])
const SCHEMES: ReadonlySet<string> = new Set(
  (
    'bitcoin ftp ftps geo http https im irc ircs magnet mailto mms mx news nntp openpgp4fpr sip sms smsto ssh tel url ' +
    'webcal wtai xmpp'
  ).split(' '),
)

function isAddress(name: string, label: string): boolean {
  return label === 'href' || label === 'src' || ADDRESSES.has(`${name} ${label}`)
}

/** Accepts relative addresses and those with a harmless scheme. */
function isSafe(value: string): boolean {
  const address = value.replace(/^[\0-\x20]+/, '').replace(/[\t\n\r]/g, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase())
}
