/** Attributes by element, in lower case. */
export type HtmlVocabulary = ReadonlyMap<string, ReadonlySet<string>>

/** Elements whose content is text. */
export const textElements: ReadonlySet<string> = new Set(
  'iframe noembed noframes noscript plaintext script style textarea title xmp'.split(' '),
)

const HTML_SPACE = '\\t\\n\\f\\r '
const tagName = new RegExp(`<([a-zA-Z][^${HTML_SPACE}/>]*)`, 'y')
const attribute = new RegExp(
  `[${HTML_SPACE}/]*(?:(=?[^${HTML_SPACE}/>=]+|=)(?:[${HTML_SPACE}]*=[${HTML_SPACE}]*(?:("|')|([^${HTML_SPACE}>"'][^${HTML_SPACE}>]*)?))?)?`,
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
    if (names === undefined) attributes.set(name, new Set(tag.attributes))
    else for (const each of tag.attributes) names.add(each)
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

interface Tag {
  readonly name: string
  readonly attributes: readonly string[]
  /** -1 if the text ends inside the tag. */
  readonly end: number
}

function readTag(text: string, start: number): Tag | undefined {
  tagName.lastIndex = start
  const name = tagName.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return undefined
  const attributes: string[] = []
  for (let at = tagName.lastIndex; ; ) {
    attribute.lastIndex = at
    const match = attribute.exec(text)
    at = attribute.lastIndex
    if (match?.[1] === undefined) {
      return { name, attributes, end: text[at] === '>' ? at + 1 : -1 }
    }
    attributes.push(match[1].toLowerCase())
    if (match[2] === undefined) continue
    const close = text.indexOf(match[2], at)
    if (close < 0) return { name, attributes, end: -1 }
    at = close + 1
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
