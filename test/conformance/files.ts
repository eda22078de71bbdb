import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { parseExact } from './compare.ts'
import { type Difference, Section } from './report.ts'
import type { Server } from './server.ts'

interface Row {
  readonly path: string
  readonly status: number
  readonly answer_headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Of a workbook. */
  readonly base64?: string
}

/** Lines with the time of recording or the generator's name. */
const MASKED =
  /^"(?:POT-Creation-Date|PO-Revision-Date|X-Generator): .*$|^ *<p>.*<\/p>$| creationtool(?:version)?="[^"]*"/gm
/** Its wrapping depends on the length of the server's address. */
const LANGUAGE_TEAM = /^("Language-Team: [^\\\n]*)"\n"(.*\\n"$)/gm

/** Downloads of translations as they are and in other formats: status, type, name of the file and content. */
export async function compareFiles(
  server: Server,
  { folder }: { folder: string },
): Promise<Section[]> {
  const section = new Section('files')
  const rows = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as Row[]
  for (const row of rows) {
    section.add(row.path, await compareRow(server, row))
  }
  return [section]
}

async function compareRow(server: Server, row: Row): Promise<Difference[]> {
  const response = await server.get(row.path, { Accept: 'application/json' })
  const differences: Difference[] = []
  const compare = (field: string, expected: unknown, actual: unknown) => {
    if (expected !== actual) differences.push({ field, expected, actual })
  }
  compare('status', row.status, response.status)
  for (const name of ['Content-Type', 'Content-Disposition']) {
    compare(name, row.answer_headers[name], response.headers.get(name) ?? undefined)
  }
  if (row.json !== undefined) {
    compare('json', JSON.stringify(row.json), JSON.stringify(parseExact(response.text)))
  }
  if (row.text !== undefined) compareLines(mask(row.text), mask(response.text), compare)
  if (row.base64 !== undefined) {
    const cells = cellsOf(Buffer.from(row.base64, 'base64'))
    compare('cells', JSON.stringify(cells), JSON.stringify(cellsOf(response.bytes)))
  }
  return differences
}

/** The texts of a workbook's only sheet by their places; empty cells may be left out. */
function cellsOf(workbook: Uint8Array): Record<string, string> {
  const sheet = strFromU8(unzipSync(workbook)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const cells = sheet.matchAll(
    /<c r="([A-Z]+\d+)" t="inlineStr">(?:<is><t[^>]*>([^<]*)<\/t><\/is>)?/g,
  )
  return Object.fromEntries(
    [...cells].flatMap(([, cell, text = '']) =>
      text === '' ? [] : [[cell, withoutEntities(text)]],
    ),
  )
}

function withoutEntities(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** The text without its time and author. */
export function mask(text: string): string {
  return text.replace(MASKED, '').replace(LANGUAGE_TEAM, '$1$2')
}

function compareLines(
  expected: string,
  actual: string,
  compare: (field: string, expected: unknown, actual: unknown) => void,
): void {
  const [golden, ours] = [expected.split('\n'), actual.split('\n')]
  compare('lines', golden.length, ours.length)
  for (const [index, line] of golden.entries()) compare('line', line, ours[index])
}
