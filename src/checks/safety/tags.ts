import type { Range } from '../check.ts'

/** An attribute of a tag. */
export interface TagAttribute extends Range {
  /** Name in lower case. */
  readonly name: string
  /** Value as written, without quotes. */
  readonly value: string
}

const TAG_NAME = /<[a-z][^\t\n\f\r />]*/gi
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />=]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >"'][^\t\n\f\r >]*)))?/y

/** Returns the attributes of all start tags in a text as a browser parses them, even in an unclosed tag. Linear. */
export function attributesIn(text: string): TagAttribute[] {
  const tagAttributes: TagAttribute[] = []
  TAG_NAME.lastIndex = 0
  while (TAG_NAME.exec(text) !== null) {
    let at = TAG_NAME.lastIndex
    for (;;) {
      ATTRIBUTE.lastIndex = at
      const match = ATTRIBUTE.exec(text)
      if (match === null) break
      const [whole, name = '', double, single, plain] = match
      const start = match.index + whole.indexOf(name)
      at = ATTRIBUTE.lastIndex
      tagAttributes.push({
        name: name.toLowerCase(),
        value: double ?? single ?? plain ?? '',
        start,
        end: at,
      })
    }
    TAG_NAME.lastIndex = at
  }
  return tagAttributes
}

/** Attributes with addresses as values. */
const LINKING = new Set(
  'href src action formaction xlink:href data poster background ping cite srcset longdesc manifest codebase archive'.split(
    ' ',
  ),
)

/** An address to which a text links. */
export type LinkTarget = Pick<TagAttribute, 'value' | 'start' | 'end'>

/** `[text](address)`, `[id]: address`, `[url=address]` */
const WRITTEN =
  /\]\(\s*<?([^\s)>]+)|^[ \t]*\[[^\]\n]*\]:[ \t]*<?([^\s>]+)|\[(?:url|img|link)=["']?([^\]\s"']+)/gim

/** Returns the addresses in links of HTML, Markdown and BBCode. Linear. */
export function linkTargetsIn(text: string): LinkTarget[] {
  const written = Array.from(text.matchAll(WRITTEN), (match): LinkTarget => {
    const value = match[1] ?? match[2] ?? match[3] ?? ''
    const end = match.index + match[0].length
    return { value, start: end - value.length, end }
  })
  return [...attributesIn(text).filter(({ name }) => LINKING.has(name)), ...written]
}
