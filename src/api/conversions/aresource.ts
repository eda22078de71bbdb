import { pluralTags } from '../../../formats/plural-tags.ts'
import { type DocumentUnit, firstForm, type TranslationDocument } from './document.ts'
import { escapeAttribute, escapeXml, markupOf, writeNodes } from './xml-text.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  "'": "\\'",
  '\n': '\\n',
  '\t': '\\t',
}

/** Android string resources: a `string` or `plurals` element for each unit, without notes. */
export function writeAndroid({ units, language }: TranslationDocument): string {
  const tags = pluralTags(language.code)
  const lines = units.map((unit) => `    ${elementOf(unit, tags)}\n`)
  return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join('')}</resources>\n`
}

function elementOf({ context, isPlural, targets }: DocumentUnit, tags: readonly string[]): string {
  const name = escapeAttribute(context)
  if (!isPlural) return `<string name="${name}">${androidXml(firstForm(targets))}</string>`
  // Android falls back to `other`, so it has a text in every language.
  const quantities = tags.includes('other') ? tags : [...tags, 'other']
  const items = quantities.map((quantity, index) => {
    const text = (quantity === 'other' ? targets.at(-1) : targets[index]) ?? ''
    return `        <item quantity="${quantity}">${androidXml(text)}</item>\n`
  })
  return `<plurals name="${name}">\n${items.join('')}    </plurals>`
}

/** Text with Android's escapes; well-formed markup stays markup. */
function androidXml(text: string): string {
  const nodes = markupOf(text)
  if (nodes === undefined) return quoteBlanks(escapeXml(escapeAndroid(text)))
  return quoteBlanks(
    writeNodes(nodes, ({ type, value }) =>
      type === 'cdata' ? `<![CDATA[${value}]]>` : escapeXml(escapeAndroid(value)),
    ),
  )
}

function escapeAndroid(text: string): string {
  return text
    .replace(/[\\"'\n\t]/g, (character) => ESCAPES[character] ?? character)
    .replace(/^[@?]/, '\\$&')
}

/** Android collapses blanks and trims the ends of what is not in quotes. */
function quoteBlanks(xml: string): string {
  if (xml.includes('<')) return xml
  return /^ | $| {2}/.test(xml) ? `"${xml}"` : xml
}
