import { decodeXml } from '../../src/xml/encoding.ts'
import {
  attributeOf,
  childOf,
  descendantsOf,
  isElement,
  leadingText,
  type XmlElement,
} from '../../src/xml/node.ts'
import { expectRoot, parseXml } from '../../src/xml/parse.ts'
import { type Contents, foreignAmong } from '../discovery.ts'
import { type Entry, type ParseOptions, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'

const ROOT = /<root[\s/>]/

/**
 * .NET's resources. Those of Windows Forms hold sizes, fonts and names of classes too, which `key_filter` leaves out: entries
 * with a type, and those whose name begins with `>>`.
 */
const resxDiscovery = templateRule({
  files: /\.res[xw]$/i,
  isOwn: (_, paths, contents) => foreignAmong(paths, contents, ROOT) === undefined,
  keyFilterFor,
})

const DATA = /<data\s([^<>]*)>/g
const MAX_FILTER_LENGTH = 500

/** A text has no type, or that of a string. */
const TEXT_TYPE = /^(?:System\.String\b.*)?$/

function keyFilterFor(paths: readonly string[], contents: Contents): string {
  const others = new Set<string>()
  const texts = new Set<string>()
  for (const path of paths) {
    for (const [, attributes = ''] of (contents.text(path) ?? '').matchAll(DATA)) {
      const name = attributeIn(attributes, 'name')
      const type = attributeIn(attributes, 'type') || attributeIn(attributes, 'mimetype')
      if (name.startsWith('>>') || !TEXT_TYPE.test(type)) others.add(name)
      else texts.add(name)
    }
  }
  const textProperties = new Set([...texts].map(propertyOf))
  const isDistinct = (name: string) =>
    propertyOf(name) !== '' && !textProperties.has(propertyOf(name))
  const typed = [...others].filter((name) => !name.startsWith('>>') && !texts.has(name))
  const properties = [...new Set(typed.filter(isDistinct).map(propertyOf))]
  const names = typed.filter((name) => !isDistinct(name))
  const filters = [names, []].map((some) => filterWithout({ properties, names: some }))
  return others.size === 0 ? '' : (filters.find(({ length }) => length <= MAX_FILTER_LENGTH) ?? '')
}

/** What matches all names but those that begin with `>>`, that end with some properties, and some more. */
function filterWithout(left: { properties: readonly string[]; names: readonly string[] }): string {
  const oneOf = (texts: readonly string[]) => `(?:${texts.toSorted().map(escaped).join('|')})$`
  const { properties, names } = left
  const parts = [
    '>>',
    ...(properties.length > 0 ? [`.*\\.${oneOf(properties)}`] : []),
    ...(names.length > 0 ? [oneOf(names)] : []),
  ]
  return `^(?!${parts.join('|')})`
}

/** What a name says of a part of a form: `Size` of `button.Size`; `''` for a name without a dot. */
function propertyOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
}

function attributeIn(attributes: string, name: string): string {
  const value = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return (value?.[1] ?? value?.[2] ?? '').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]/gu, '\\$&')
}

/**
 * .NET's resources (https://learn.microsoft.com/dotnet/core/extensions/work-with-resx-files-programmatically): every
 * `data` element is an entry, whatever it holds.
 */
export const resx: Format = {
  id: 'resx',
  name: '.NET resource file',
  extension: 'resx',
  mediaType: 'text/microsoft-resx',
  template: 'always',
  decode: decodeXml,
  discovery: resxDiscovery,
  parse: (bytes, { onFault }) => ({ entries: parseResx(bytes, onFault) }),
}

function parseResx(bytes: Uint8Array, onFault: ParseOptions['onFault']): Entry[] {
  const entries: Entry[] = []
  let position = 0
  const document = parseXml(bytes, {
    onFault,
    entities: 'keep',
    units: () => ({
      isUnit: (element, [root]) => isElement(element, 'data', root?.node.uri ?? ''),
      read(unit) {
        for (const data of [unit, ...descendantsOf(unit, 'data', unit.uri)]) {
          const entry = readEntry(data, position + 1)
          position = Math.max(position, entry.position)
          entries.push(entry)
        }
      },
    }),
  })
  expectRoot(document, 'root')
  return entries
}

/** An entry, at `position` if it has a text. */
function readEntry(data: XmlElement, position: number): Entry {
  const textOf = (name: string): string => leadingText(childOf(data, name, data.uri))
  const target = textOf('value')
  const context = attributeOf(data, 'name') ?? target
  const entry = textEntry(context, target, target === '' ? 0 : position, data.offset)
  return { ...entry, note: textOf('comment') }
}
