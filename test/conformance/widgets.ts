import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attributeOf, textOf, type XmlElement } from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'
import { differences } from './compare.ts'
import { Section } from './report.ts'
import type { Server } from './server.ts'

interface Row {
  readonly path: string
  readonly status: number
  readonly answer_headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Badges, by their texts, sizes and numbers, and feeds, by what they say of themselves. */
export async function compareWidgets(
  server: Pick<Server, 'get'>,
  { folder }: { readonly folder: string },
): Promise<Section[]> {
  const widgets = new Section('badges')
  const feeds = new Section('feeds')
  const rows = JSON.parse(readFileSync(join(folder, 'widgets.json'), 'utf8')) as Row[]
  for (const row of rows) {
    const { status, headers, text } = await server.get(row.path)
    const isFeed = row.path.startsWith('/exports/')
    const shapeOf = isFeed ? channelOf : pictureOf
    const side = (status: number, type: string | undefined, text: string) => ({
      status,
      ...(status === 200 && { type, shown: shapeOf(text) }),
    })
    const expected = side(row.status, row.answer_headers['Content-Type'], row.text)
    const actual = side(status, headers.get('content-type') ?? undefined, text)
    const section = isFeed ? feeds : widgets
    section.add(row.path, differences(expected, actual))
  }
  return [widgets, feeds]
}

const NUMBERS = ['width', 'height', 'x', 'y', 'rx', 'd', 'transform', 'text-anchor']

/** Of everything that is drawn: where it is, how large, what it says; of shapes also the colour. */
function pictureOf(text: string): unknown {
  return elementsOf(rootOf(text))
    .filter(({ local }) => ['svg', 'title', 'text', 'rect', 'path', 'stop'].includes(local))
    .filter((element) => element.local !== 'title' || text.includes('linearGradient'))
    .map((element) => ({
      element: element.local,
      says: element.children.every(({ type }) => type === 'text') ? textOf(element) : '',
      ...Object.fromEntries(NUMBERS.map((name) => [name, styled(element, name)])),
      ...(element.local !== 'text' && { fill: styled(element, 'fill') }),
      label: attributeOf(element, 'aria-label'),
    }))
    .map((shape) => (shape.element === 'svg' ? { ...shape, fill: undefined } : shape))
}

/** An attribute, or the property of that name in `style`. */
function styled(element: XmlElement, name: string): string | undefined {
  const style = attributeOf(element, 'style') ?? ''
  return attributeOf(element, name) ?? new RegExp(`(?:^|;)${name}:([^;]*)`).exec(style)?.[1]
}

/** What a feed says of itself but when, and in which words; of its entries the elements. */
function channelOf(text: string): unknown {
  const [channel] = childrenOf(rootOf(text))
  const parts = channel === undefined ? [] : childrenOf(channel)
  const items = parts.filter(({ local }) => local === 'item')
  return {
    about: parts
      .filter(({ local }) => !['item', 'lastBuildDate', 'description'].includes(local))
      // The name of the site is each site's own.
      .map((one) => [one.name, textOf(one).replace(/ on .*/, ''), attributeOf(one, 'href')]),
    items: items.length,
    elements: [
      ...new Set(
        items.map((item) =>
          childrenOf(item)
            .map(({ name }) => name)
            .join(),
        ),
      ),
    ],
  }
}

function rootOf(text: string): XmlElement {
  return parseXml(Buffer.from(text), { entities: 'expand' }).root
}

function childrenOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child.type === 'element')
}

function elementsOf(element: XmlElement): XmlElement[] {
  return [element, ...childrenOf(element).flatMap(elementsOf)]
}
