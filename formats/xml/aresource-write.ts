import { escapeText } from '../../src/xml/escape.ts'
import { markupOf, writeNodes } from '../../src/xml/markup.ts'
import { block, element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import { pluralTags } from '../plural-tags.ts'
import { type DocumentUnit, firstForm, type TranslationDocument } from '../translation-document.ts'
import { COLLAPSIBLE } from './aresource-text.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  "'": "\\'",
  '\n': '\\n',
  '\t': '\\t',
}

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'

/** Android string resources: a `string` or `plurals` element for each unit, without notes. */
export function writeAndroid({ units, language }: TranslationDocument): string {
  const tags = pluralTags(language.code)
  const root = block(
    'resources',
    {},
    units.map((unit) => elementOf(unit, tags)),
  )
  return `${writeXml(root, { head: HEAD, indent: '    ' })}\n`
}

function elementOf({ context, isPlural, targets }: DocumentUnit, tags: readonly string[]): XmlTree {
  const name = { name: context }
  if (!isPlural) return element('string', name, { xml: androidXml(firstForm(targets)) })
  // Android falls back to `other`, so every language has a text for it.
  const quantities = tags.includes('other') ? tags : [...tags, 'other']
  const items = quantities.map((quantity, index) => {
    const text = (quantity === 'other' ? targets.at(-1) : targets[index]) ?? ''
    return element('item', { quantity }, { xml: androidXml(text) })
  })
  return block('plurals', name, items)
}

/** Escapes a text for Android; well-formed markup stays markup. White space that readers collapse or trim is quoted. */
function androidXml(text: string): string {
  let isCollapsible = false
  const write = (value: string): string => {
    const escaped = escapeAndroid(value)
    isCollapsible ||= COLLAPSIBLE.test(escaped)
    return escapeText(escaped)
  }
  const nodes = markupOf(text)
  const xml =
    nodes === undefined
      ? write(text)
      : writeNodes(nodes, ({ type, value }) =>
          type === 'cdata' ? `<![CDATA[${value}]]>` : write(value),
        )
  return isCollapsible || /^ | $/.test(xml) ? `"${xml}"` : xml
}

function escapeAndroid(text: string): string {
  return text
    .replace(/[\\"'\n\t]/g, (character) => ESCAPES[character] ?? character)
    .replace(/^[@?]/, '\\$&')
}
