import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseExact } from './compare.ts'
import { type Difference, Section } from './report.ts'
import type { Server } from './server.ts'

interface Row {
  readonly path: string
  readonly status: number
  readonly answer_headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
}

/** Conversions of Weblate that are not offered. */
const NOT_OFFERED = /[?&]format=xlsx$/

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
    if (!NOT_OFFERED.test(row.path)) section.add(row.path, await compareRow(server, row))
  }
  return [section]
}

async function compareRow(server: Server, row: Row): Promise<Difference[]> {
  const answer = await server.get(row.path, { Accept: 'application/json' })
  const found: Difference[] = []
  const compare = (field: string, expected: unknown, actual: unknown) => {
    if (expected !== actual) found.push({ field, expected, actual })
  }
  compare('status', row.status, answer.status)
  for (const name of ['Content-Type', 'Content-Disposition']) {
    compare(name, row.answer_headers[name], answer.headers.get(name) ?? undefined)
  }
  if (row.json !== undefined) {
    compare('json', JSON.stringify(row.json), JSON.stringify(parseExact(answer.text)))
  }
  if (row.text !== undefined) compareLines(mask(row.text), mask(answer.text), compare)
  return found
}

function mask(text: string): string {
  return text.replace(MASKED, '').replace(LANGUAGE_TEAM, '$1$2')
}

function compareLines(
  expected: string,
  actual: string,
  compare: (field: string, expected: unknown, actual: unknown) => void,
): void {
  const [golden, own] = [expected.split('\n'), actual.split('\n')]
  compare('lines', golden.length, own.length)
  for (const [index, line] of golden.entries()) compare('line', line, own[index])
}
