/** An attribute of a tag; UTF-16 offsets. */
export interface TagAttribute {
  /** In lower case. */
  readonly name: string
  /** As written, without quotes. */
  readonly value: string
  readonly start: number
  readonly end: number
}

const TAG_NAME = /<[a-z][^\t\n\f\r />]*/gi
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />=]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >"'][^\t\n\f\r >]*)))?/y

/** The attributes of all start tags of a text, as a browser reads them, also in a tag that does not end. Linear. */
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

/** Attributes whose values are addresses. */
const LINKING = new Set(
  'href src action formaction xlink:href data poster background ping cite srcset longdesc manifest codebase archive'.split(
    ' ',
  ),
)

/** An address that a text links to. */
export type LinkTarget = Pick<TagAttribute, 'value' | 'start' | 'end'>

/** `[text](address)`, `[id]: address`, `[url=address]` */
const WRITTEN =
  /\]\(\s*<?([^\s)>]+)|^[ \t]*\[[^\]\n]*\]:[ \t]*<?([^\s>]+)|\[(?:url|img|link)=["']?([^\]\s"']+)/gim

/** The addresses in links of HTML, Markdown and BBCode. Linear. */
export function linkTargetsIn(text: string): LinkTarget[] {
  const written = Array.from(text.matchAll(WRITTEN), (match): LinkTarget => {
    const value = match[1] ?? match[2] ?? match[3] ?? ''
    const end = match.index + match[0].length
    return { value, start: end - value.length, end }
  })
  return [...attributesIn(text).filter(({ name }) => LINKING.has(name)), ...written]
}
