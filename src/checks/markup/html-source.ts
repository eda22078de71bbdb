import type { Range } from '../check.ts'

/** Attributes by element, in lower case. */
export type HtmlVocabulary = ReadonlyMap<string, ReadonlySet<string>>

/** Elements whose content is text. */
export const textElements: ReadonlySet<string> = new Set(
  'iframe noembed noframes noscript plaintext script style textarea title xmp'.split(' '),
)

const HTML_SPACE = '\\t\\n\\f\\r '
const tagName = new RegExp(`<([a-zA-Z][^${HTML_SPACE}/>]*)`, 'y')
const attribute = new RegExp(
  `[${HTML_SPACE}/]*(?:(=?[^${HTML_SPACE}/>=]+|=)(?:[${HTML_SPACE}]*=[${HTML_SPACE}]*(?:"([^"]*)"?|'([^']*)'?|([^${HTML_SPACE}>"'][^${HTML_SPACE}>]*)?))?)?`,
  'y',
)

/**
 * Returns the elements and attributes of a text, except `html` and `body`. Parses any text as HTML, however broken.
 * Linear.
 */
export function readVocabulary(text: string): HtmlVocabulary {
  const attributes = new Map<string, Set<string>>()
  for (let at = text.indexOf('<'); at >= 0; ) {
    const tag = readTag(text, at)
    if (tag === undefined) {
      const end = commentEnd(text, at)
      if (end < 0) break
      at = text.indexOf('<', end)
      continue
    }
    if (tag.end < 0) break
    const { name } = tag
    const names = attributes.get(name)
    if (names === undefined) attributes.set(name, new Set(tag.attributes.map(({ name }) => name)))
    else for (const each of tag.attributes) names.add(each.name)
    const next = textElements.has(name) ? contentEnd(text, tag.end, name) : tag.end
    if (next < 0) break
    at = text.indexOf('<', next)
  }
  attributes.delete('html')
  attributes.delete('body')
  return attributes
}

/** Returns where the content of a text element ends; -1 if it never does. */
export function contentEnd(text: string, start: number, name: string): number {
  if (name === 'plaintext') return -1
  const close = new RegExp(`</${name}(?=[${HTML_SPACE}/>])`, 'gi')
  close.lastIndex = start
  return close.exec(text)?.index ?? -1
}

const DIRECTION = /^\s*(?:(?:direction|text-align)\s*:\s*[a-z]+\s*)?$/i

/** Returns whether an attribute only sets the direction or alignment of text, as right-to-left languages need. */
export function isDirection({ name, value }: Pick<TagAttribute, 'name' | 'value'>): boolean {
  return (
    name === 'dir' || (name === 'style' && value.split(';').every((each) => DIRECTION.test(each)))
  )
}

/** An attribute of a tag. */
export interface TagAttribute extends Range {
  /** Name in lower case. */
  readonly name: string
  /** Value as written, without quotes. */
  readonly value: string
}

interface Tag {
  readonly name: string
  readonly attributes: readonly TagAttribute[]
  /** -1 if the text ends inside the tag. */
  readonly end: number
}

/** Reads the start tag at an offset as a browser does; returns undefined if there is none. */
export function readTag(text: string, start: number): Tag | undefined {
  tagName.lastIndex = start
  const name = tagName.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return undefined
  const attributes: TagAttribute[] = []
  for (let at = tagName.lastIndex; ; ) {
    attribute.lastIndex = at
    const { 0: whole = '', 1: label, 2: double, 3: single, 4: plain } = attribute.exec(text) ?? []
    const end = at + whole.length
    if (label === undefined) return { name, attributes, end: text[end] === '>' ? end + 1 : -1 }
    const value = double ?? single ?? plain ?? ''
    attributes.push({ name: label.toLowerCase(), value, start: at + whole.indexOf(label), end })
    at = end
  }
}

/** Returns the end of a comment, an end tag or anything else that starts with this `<`; -1 at the end of the text. */
function commentEnd(text: string, start: number): number {
  if (text.startsWith('<!--', start)) {
    const close = /--!?>/g
    close.lastIndex = start + 4
    return close.test(text) ? close.lastIndex : -1
  }
  if (!/[!?/]/.test(text[start + 1] ?? '')) return start + 1
  const end = text.indexOf('>', start)
  return end < 0 ? -1 : end + 1
}
