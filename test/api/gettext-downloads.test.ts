import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

const HEADER = 'msgid ""\nmsgstr "Language: cs\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
const FILES = {
  'po/cs.po': `${HEADER}#: a.c:1 b.c:2
#, fuzzy
msgid "Open"
msgstr "Otevřít"
`,
}

let server: TestServer
beforeAll(async () => {
  const { path } = await createRepository([FILES])
  const po = { slug: 'po', name: 'PO', repo: path, file_format: 'po', filemask: 'po/*.po' }
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components: [po] }
  server = await serveProjects([project])
})
afterAll(() => server.catalog.close())

async function download(path: string): Promise<string> {
  return (await server.app.request(`/api/translations/p/${path}`)).text()
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
