import { readTag, type TagAttribute } from '../markup/html-source.ts'

/** Returns the attributes of all start tags in a text as a browser parses them, even in an unclosed tag. Linear. */
export function attributesIn(text: string): TagAttribute[] {
  const attributes: (readonly TagAttribute[])[] = []
  for (let start = text.indexOf('<'); start >= 0; ) {
    const tag = readTag(text, start)
    if (tag !== undefined) attributes.push(tag.attributes)
    if (tag?.end === -1) break
    start = text.indexOf('<', tag?.end ?? start + 1)
  }
  return attributes.flat()
}

const LINKING = new Set(
  'href src action formaction xlink:href data poster background ping cite srcset longdesc manifest codebase archive'.split(
    ' ',
  ),
)

/** An address to which a text links. */
export type LinkTarget = Pick<TagAttribute, 'value' | 'start' | 'end'>

/** `[text](address)`, `[url=address]` */
const INLINE = [/\]\(\s*<?([^\s)>]+)/g, /\[(?:url|img|link)=["']?([^\]\s"']+)/gi]

/**
 * `[id]: address`, also in quotes and lists. Only a title may follow an address without brackets
 * (https://spec.commonmark.org/0.31.2/#link-reference-definitions): `[Note]: see: %s` is prose. So is `[Note]: see:`,
 * whose only colon is its last character.
 */
const DEFINITION = new RegExp(
  [
    '^(?:[ \\t>*+-]|\\d{1,9}[.)])*',
    // Some programs take a `]` after a backslash for the end.
    '\\[(?:[^\\]\\n]*|(?:\\\\[^]|[^[\\]\\\\])*)\\]:',
    '[ \\t]*(?:(?:\\r\\n?|\\n)[ \\t]*(?!\\[))?',
    '(?:<((?:\\\\.|[^>\\\\\\n])+)>|(?![^:\\s]*:(?:\\s|$))<?([^ \\t\\r\\n\\f\\v]+?)>?(?=[ \\t\\f\\v]*$|[ \\t\\f\\v]+["\'(]))',
  ].join(''),
  'gm',
)

/** Returns the addresses in links of HTML, Markdown and BBCode. Linear. */
export function linkTargetsIn(text: string): LinkTarget[] {
  // One by one, since a part of one may be all of another.
  const written = [...INLINE, DEFINITION].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match): LinkTarget => {
      const value = match[1] ?? match[2] ?? ''
      const start = match.index + match[0].lastIndexOf(value)
      return { value, start, end: start + value.length }
    }),
  )
  return [...attributesIn(text).filter(({ name }) => LINKING.has(name)), ...written]
}
