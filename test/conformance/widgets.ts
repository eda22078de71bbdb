import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attributeOf, textOf, type XmlElement } from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'
import { differences } from './compare.ts'
import type { RecordedServers } from './recorded-2026.ts'
import { type Difference, Section } from './report.ts'
import type { Server } from './server.ts'

interface Row {
  readonly path: string
  readonly status: number
  readonly answer_headers: Readonly<Record<string, string>>
  /** Absent for other than text. */
  readonly text?: string
}

/** Badges, by their texts, sizes and numbers, and feeds, by what they say of themselves. */
export async function compareWidgets(
  server: Pick<Server, 'get'>,
  { folder }: { readonly folder: string },
): Promise<Section[]> {
  const widgets = new Section('badges')
  const feeds = new Section('feeds')
  for (const row of readRows(folder, 'widgets')) {
    const isFeed = row.path.startsWith('/exports/')
    const section = isFeed ? feeds : widgets
    section.add(row.path, await compareRow(server, row, isFeed ? channelOf : pictureOf))
  }
  return [widgets, feeds]
}

/** Those that were recorded of 2026.10, each from the server that has its project. */
export async function compareRecordedWidgets(
  servers: Pick<RecordedServers, 'test' | 'tidewatch'>,
  folder: string,
): Promise<Section> {
  const section = new Section('badges in 2026.10')
  for (const row of ['widgets', 'widgets-matrix'].flatMap((name) => readRows(folder, name))) {
    const [, , project] = row.path.split('/')
    const server = project === 'test' || project === 'tidewatch' ? servers[project] : undefined
    if (server) section.add(row.path, await compareRow(server, row, pictureOf))
  }
  return section
}

function readRows(folder: string, name: string): Row[] {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Row[]
}

async function compareRow(
  server: Pick<Server, 'get'>,
  row: Row,
  shapeOf: (text: string) => unknown,
): Promise<Difference[]> {
  const { status, headers, text } = await server.get(row.path)
  const side = (status: number, type: string | undefined, text: string | undefined) => ({
    status,
    ...(status === 200 && { type, ...(row.text !== undefined && { shown: shapeOf(text ?? '') }) }),
  })
  return differences(
    side(row.status, row.answer_headers['Content-Type'], row.text),
    side(status, headers.get('content-type') ?? undefined, text),
  )
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
      'text-anchor': styled(element, 'text-anchor')?.replace(/^start$/, '') || undefined,
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
      .map((element) => [
        element.name,
        textOf(element).replace(/ on .*/, ''),
        attributeOf(element, 'href'),
      ]),
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
