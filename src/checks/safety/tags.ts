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

/**
 * `[text](address)`, `[id]: address`, `[url=address]`. Only a title may follow the address of an id
 * (https://spec.commonmark.org/0.31.2/#link-reference-definitions): `[Note]: see: %s` is prose, and so is `[Note]: see:`.
 */
const WRITTEN = new RegExp(
  [
    '\\]\\(\\s*<?([^\\s)>]+)',
    '^[ \\t]*\\[[^\\]\\n]*\\]:[ \\t]*<?([^\\s>]*[^\\s>:])>?(?=[ \\t]*$|[ \\t]+["\'(])',
    '\\[(?:url|img|link)=["\']?([^\\]\\s"\']+)',
  ].join('|'),
  'gim',
)

/** Returns the addresses in links of HTML, Markdown and BBCode. Linear. */
export function linkTargetsIn(text: string): LinkTarget[] {
  const written = Array.from(text.matchAll(WRITTEN), (match): LinkTarget => {
    const value = match[1] ?? match[2] ?? match[3] ?? ''
    const end = match.index + match[0].length
    return { value, start: end - value.length, end }
  })
  return [...attributesIn(text).filter(({ name }) => LINKING.has(name)), ...written]
}
