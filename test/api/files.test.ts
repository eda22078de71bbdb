import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { createHistory } from '../support/history.ts'

const json = (value: object) => JSON.stringify(value)
const FILES = {
  'web/en.json': json({ a: 'A' }),
  'web/cs.json': json({ a: 'Á' }),
  'store/en/title.txt': 'Tide',
  'store/cs/title.txt': 'Příliv',
  'store/cs/changelogs/1.txt': 'Nový',
  'store/cs/icon.png': 'no text',
  'terms/cs.tbx':
    '<martif type="TBX"><text><body><termEntry id="1"><langSet xml:lang="en"><tig><term>tide</term></tig></langSet></termEntry></body></text></martif>',
}

let server: TestServer
beforeAll(async () => {
  const { path } = await createRepository([FILES])
  const store = { file_format: 'appstore', filemask: 'store/*', template: 'store/en' }
  const web = { repo: path, file_format: 'json', filemask: 'web/*.json', template: 'web/en.json' }
  server = await serveProjects([
    {
      slug: 'p',
      name: 'P',
      web: 'https://p.example',
      components: [
        { slug: 'web', name: 'Web', new_base: 'web/missing.json', ...web },
        { slug: 'base', name: 'Base', new_base: 'web/cs.json', ...web },
        { slug: 'terms', name: 'Terms', repo: path, file_format: 'tbx', filemask: 'terms/*.tbx' },
        { slug: 'linked', name: 'Linked', ...web, repo: 'weblate://p/web' },
        { slug: 'none', name: 'None', vcs: 'local', repo: 'local:' },
      ],
    },
    {
      slug: 'app',
      name: 'App',
      web: 'https://app.example',
      components: [{ slug: 'store', name: 'Store', repo: path, ...store }],
    },
  ])
})
afterAll(() => server.catalog.close())

async function members(path: string): Promise<Record<string, string>> {
  return membersOf(await server.app.request(`/api/${path}`))
}

async function membersOf(response: Response): Promise<Record<string, string>> {
  const zip = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(zip).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const WEB = { 'p/web/web/en.json': FILES['web/en.json'], 'p/web/web/cs.json': FILES['web/cs.json'] }

test('an archive of a component has each file once, without missing ones', async () => {
  expect(await members('components/p/web/file/')).toEqual(WEB)
})

test('an archive of a project has the files of all components; linked ones are named after their target', async () => {
  expect(await members('projects/p/file/')).toEqual({
    ...WEB,
    'p/base/web/en.json': FILES['web/en.json'],
    'p/base/web/cs.json': FILES['web/cs.json'],
    'p/terms/terms/cs.tbx': FILES['terms/cs.tbx'],
  })
})

test('an archive of one language also has the files that new translations start from', async () => {
  const names = Object.keys(await members('projects/p/file/?language_code=en'))
  expect(names.sort()).toEqual(['p/base/web/cs.json', 'p/base/web/en.json', 'p/web/web/en.json'])
  expect(await members('projects/p/file/?language_code=xx')).toEqual({})
})

test('converted files are in one folder, with a note for files that cannot be converted', async () => {
  const files = await members('projects/p/file/?format=zip:json&language_code=cs')
  expect(files).toEqual({
    'p-web-cs.json': expect.stringContaining('"a": "Á"'),
    'p-base-cs.json': expect.stringContaining('"a": "Á"'),
    'p-linked-cs.json': expect.stringContaining('"a": "Á"'),
    'p-terms-cs.json.skipped': 'File format is not compatible with this translation',
    'p-none-cs.json.skipped': 'File format is not compatible with this translation',
  })
})

test('units with several terms cannot be converted to CSV', async () => {
  const files = await members('components/p/terms/file/?format=zip:csv')
  expect(files).toEqual({
    'p-terms-en.csv.skipped': 'File format is not compatible with this translation',
    'p-terms-cs.csv.skipped': 'File format is not compatible with this translation',
  })
  const { status } = await server.app.request('/api/translations/p/terms/cs/file/?format=csv')
  expect(status).toBe(400)
})

test('any other format is the plain archive, an unknown conversion is not found', async () => {
  expect(Object.keys(await members('components/p/web/file/?format=nonsense'))).toEqual(
    Object.keys(WEB),
  )
  expect((await server.app.request('/api/components/p/web/file/?format=zip:nope')).status).toBe(404)
})

test.each([
  ['translations/p/web/cs/file/', 200, 'application/json', 'attachment; filename="p-web-cs.json"'],
  ['components/p/web/file/', 200, 'application/zip', 'attachment; filename="p-web.zip"'],
  ['projects/p/file/', 200, 'application/zip', 'attachment; filename="p.zip"'],
  ['components/p/web/monolingual_base/', 200, 'application/json', 'attachment; filename="en.json"'],
  ['components/p/base/new_template/', 200, 'application/binary', 'attachment; filename="cs.json"'],
  ['components/p/web/new_template/', 404, 'application/json', null],
  ['components/p/terms/new_template/', 404, 'application/json', null],
  ['components/p/terms/monolingual_base/', 404, 'application/json', null],
  ['translations/p/terms/en/file/', 404, 'application/json', null],
  ['translations/p/none/cs/file/', 404, 'application/json', null],
  [
    'translations/p/web/cs/file/?format=api',
    200,
    'application/json',
    'attachment; filename="p-web-cs.json"',
  ],
  ['components/p/web/file/?format=api', 200, 'application/zip', 'attachment; filename="p-web.zip"'],
])('%s is %i %s', async (path, status, type, disposition) => {
  const { status: actualStatus, headers } = await server.app.request(`/api/${path}`)
  const shown = [actualStatus, headers.get('Content-Type'), headers.get('Content-Disposition')]
  expect(shown).toEqual([status, type, disposition])
})

test.each([undefined, '*/*', 'application/json'])(
  'Accept %s: the link to a file of a translation leads to it',
  async (accept) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept }
    const response = await server.app.request('/api/translations/p/web/cs/', { headers })
    const { file_url: link } = (await response.json()) as { file_url: string }
    const file = await server.app.request(link, { headers })
    expect([file.status, await file.text()]).toEqual([200, FILES['web/cs.json']])
  },
)

test.each([
  ['translations/p/terms/en/file/', 'This translation has no file.'],
  ['components/p/web/new_template/', 'The repository has no web/missing.json.'],
  ['components/p/terms/new_template/', 'This component has no new_base.'],
  ['components/p/terms/monolingual_base/', 'This component has no template.'],
])('%s says %j', async (path, detail) => {
  const body = await (await server.app.request(`/api/${path}`)).json()
  expect(body).toMatchObject({ errors: [{ code: 'not_found', detail, attr: null }] })
})

const CZECH = { 'store/cs/changelogs/1.txt': 'Nový', 'store/cs/title.txt': 'Příliv' }
const ENGLISH = { 'store/en/title.txt': 'Tide' }

test('a translation that is a folder is a zip of the files that its format reads', async () => {
  const response = await server.app.request('/api/translations/app/store/cs/file/')
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="app-store-cs.zip"',
  )
  expect(await membersOf(response)).toEqual(CZECH)
})

test('a template that is a folder is a zip, too', async () => {
  const response = await server.app.request('/api/components/app/store/monolingual_base/')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="en.zip"')
  expect(await membersOf(response)).toEqual(ENGLISH)
})

test('archives have the files of folders', async () => {
  const all = Object.entries({ ...CZECH, ...ENGLISH })
  const expected = Object.fromEntries(all.map(([path, text]) => [`app/store/${path}`, text]))
  expect(await members('components/app/store/file/')).toEqual(expected)
  expect(await members('projects/app/file/')).toEqual(expected)
})

test('members of an archive have the date of their own commit', async () => {
  const steps = [{ name: 'only', files: FILES }]
  const projects = await Promise.all(
    [steps, [...steps, { name: 'later', day: 9, files: FILES }]].map(async (commits, index) => {
      const { path: repo } = await createHistory(commits)
      const web = { file_format: 'json', filemask: 'web/*.json', template: 'web/en.json' }
      const components = [{ slug: 'web', name: 'Web', repo, branch: 'main', ...web }]
      return { slug: `p${index}`, name: `P${index}`, web: 'https://p.example', components }
    }),
  )
  const { app, catalog } = await serveProjects(projects)
  onTestFinished(() => catalog.close())
  const days: number[] = []
  for (const { slug } of projects) {
    const archive = await (await app.request(`/api/projects/${slug}/file/`)).arrayBuffer()
    // Days of the month are the lowest bits of the first member's date.
    days.push(new DataView(archive).getUint16(12, true) & 31)
  }
  expect(days).toEqual([1, 10])
})
