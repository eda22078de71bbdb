import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

const HEADER = 'msgid ""\nmsgstr "Language: cs\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
const FILES = {
  'po/cs.po': `${HEADER}#: a.c:1 b.c:2
#, fuzzy
msgid "Open"
msgstr "Otevřít"

msgid "Close"
msgstr "Zavřít"

msgctxt "harbour"
msgid "%d boat"
msgid_plural "%d boats"
msgstr[0] "%d loď"
msgstr[1] "%d lodě"

msgid "Empty"
msgstr ""
`,
  'keys/en.po': 'msgid "menu.close"\nmsgstr "Close"\n',
  'keys/cs.po': `${HEADER}msgid "menu.close"\nmsgstr "Zavřít"\n`,
}

let server: TestServer
beforeAll(async () => {
  const { path } = await createRepository([FILES])
  const po = { slug: 'po', name: 'PO', repo: path, file_format: 'po', filemask: 'po/*.po' }
  const keys = {
    ...{ ...po, slug: 'keys', name: 'Keys', file_format: 'po-mono' },
    ...{ filemask: 'keys/*.po', template: 'keys/en.po' },
  }
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components: [po, keys] }
  server = await serveProjects([project])
})
afterAll(() => server.catalog.close())

function get(path: string): Response | Promise<Response> {
  return server.app.request(`/api/translations/p/${path}`)
}

async function download(path: string): Promise<string> {
  return (await get(path)).text()
}

/** The strings of a catalog as a program finds them, without the header. */
async function readCatalog(path: string): Promise<unknown> {
  const bytes = Buffer.from(await (await get(path)).arrayBuffer())
  const [magic, , count, ...tables] = Array.from({ length: 5 }, (_, at) =>
    bytes.readUInt32LE(4 * at),
  )
  expect(magic?.toString(16)).toBe('950412de')
  const rows = Array.from({ length: count! }, (_, row) =>
    tables.map((table) => {
      const [length, offset] = [0, 4].map((at) => bytes.readUInt32LE(table + 8 * row + at))
      expect(bytes[offset! + length!]).toBe(0)
      return bytes.toString('utf8', offset, offset! + length!)
    }),
  )
  expect(rows[0]?.[0]).toBe('')
  expect(rows[0]?.[1]).toContain('Content-Type: text/plain; charset=UTF-8\n')
  return rows.slice(1)
}

test('conversions say where in the program a string is', async () => {
  expect((await download('po/cs/file/?format=csv')).split('\r\n')[1]).toBe(
    '"a.c:1, b.c:2",Open,Otevřít,,True,,,',
  )
  expect(await download('po/cs/file/?format=po')).toContain(
    '#: a.c:1 b.c:2\n#, fuzzy\nmsgid "Open"',
  )
  expect(await download('po/cs/file/?format=xliff')).toContain(
    '<context context-type="sourcefile">b.c</context>',
  )
})

test('a compiled catalog has the translated strings in the order of their bytes', async () => {
  const response = await get('po/cs/file/?format=mo')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'application/x-gettext-catalog; charset=utf-8',
  ])
  expect(await readCatalog('po/cs/file/?format=mo')).toEqual([
    ['Close', 'Zavřít'],
    ['harbour\x04%d boat\0%d boats', '%d loď\0%d lodě'],
  ])
})

test('a compiled catalog of keys is looked up by them', async () => {
  expect(await readCatalog('keys/cs/file/?format=mo')).toEqual([['menu.close', 'Zavřít']])
})
