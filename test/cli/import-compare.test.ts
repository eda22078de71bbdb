import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Reply, serveApi } from '../support/api-server.ts'
import { gitglot } from '../support/command.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

type Row = Record<string, unknown>
interface List {
  readonly results: Row[]
}

const COMPONENTS = {
  '5.14': ['mobile', 'web', 'help', 'android', 'terms'],
  '2026.10': ['mobile'],
}
const FOLDERS = { '5.14': 'fixtures/goldens', '2026.10': 'fixtures/goldens26' }

/** Responses of a Weblate with the demo, with changes to the translations of the component `mobile`. */
function recorded(
  version: keyof typeof FOLDERS,
  change: (row: Row, code: string) => Row = (row) => row,
): Record<string, Reply> {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(FOLDERS[version], 'tidewatch', name), 'utf8'))
  const responses: Record<string, Reply> = {
    '/api/projects/tidewatch/': read('project.json'),
    '/api/projects/tidewatch/components/': read('components.json'),
  }
  for (const slug of COMPONENTS[version]) {
    const list: List = read(`${slug}/translations.json`)
    const results = list.results.map((row) => {
      const { code } = row['language'] as { code: string }
      return slug === 'mobile' ? change(row, code) : row
    })
    const path = `/api/components/tidewatch/${slug}/translations/`
    responses[path] = { ...list, next: null, results }
  }
  return responses
}

/** Compares a mirror of the demo, which imitates a version, with one component, or all, of a server with these responses. */
async function compareWith(
  responses: Record<string, Reply>,
  { weblate = '2026.10', path = 'mobile/' } = {},
) {
  const server = await serveApi(responses)
  const folder = createTemporaryFolder()
  const demo = readFileSync('fixtures/demo.yml', 'utf8')
  const config = demo.replace('demo.git', resolve('fixtures/demo.git'))
  writeFileSync(join(folder, 'mirror.yml'), `weblate: '${weblate}'\n${config}`)
  const address = `${server.origin}/projects/tidewatch/${path}`
  const args = ['import', '--compare', address, '--config', 'mirror.yml']
  const ended = await gitglot(folder, args)
  return { ...ended, requests: server.requests, files: writtenIn(folder) }
}

/** Files in a folder, without the clones that commands keep in it here. */
function writtenIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== '.cache')
}

test('a mirror of Weblate 5.14 has its counts, with one request for each component', async () => {
  const ended = await compareWith(recorded('5.14'), { weblate: '5.14', path: '' })
  expect([ended.code, ended.out]).toEqual([0, 'no differences in 68 translations\n'])
  expect(ended.requests.length).toBe(2 + COMPONENTS['5.14'].length)
  expect(ended.files).toEqual(['mirror.yml'])
})

test('a mirror of Weblate 2026.10 has its counts', async () => {
  const { code, out } = await compareWith(recorded('2026.10'))
  expect([code, out]).toEqual([0, 'no differences in 16 translations\n'])
})

const changed = (row: Row, code: string): Row => {
  if (code === 'cs') return { ...row, translated: 30 }
  if (code === 'de') return { ...row, failing_checks: 900 }
  if (code === 'fi') return { ...row, total: 400 }
  return code === 'es' ? { ...row, total: 39, revision: 'another' } : row
}

test('it says where counts differ, and why', async () => {
  const { code, out } = await compareWith(recorded('2026.10', changed))
  expect(code).toBe(1)
  expect(
    out
      .replace(/\d+ here/g, 'N here')
      .split('\n')
      .sort(),
  ).toEqual([
    '',
    '4 differences in 16 translations',
    "tidewatch/mobile cs: translated 30 there, N here: a state that only Weblate's database has: set by hand, by an add-on, or when the source changed; state_from: mirror estimates those",
    "tidewatch/mobile de: failing 900 there, N here: a state that only Weblate's database has: checks that somebody dismissed, or that have not run again",
    expect.stringMatching(
      /^tidewatch\/mobile es: total 39 there, N here: another file: Weblate has commits that it has not pushed, or that differ from [0-9a-f]{7}$/,
    ),
    'tidewatch/mobile fi: total 400 there, N here: another version of Weblate reads the same file in another way',
  ])
})

test('a setting that differs is named as the cause', async () => {
  const responses = recorded('2026.10', changed)
  const components = responses['/api/projects/tidewatch/components/'] as List
  const results = components.results.map((row) => ({
    ...row,
    key_filter: '^a',
    check_flags: 'c-format',
  }))
  responses['/api/projects/tidewatch/components/'] = { next: null, results }
  const { out } = await compareWith(responses)
  const cause =
    'another setting: key_filter "^a" there, "" here; check_flags "c-format" there, "" here'
  const causes = out.split('\n').filter((line) => line.endsWith(cause))
  expect(causes.map((line) => line.split(':')[0]).sort()).toEqual(
    ['cs', 'de', 'fi'].map((code) => `tidewatch/mobile ${code}`),
  )
})

test('with permission to see them, it names the commits', async () => {
  const responses = recorded('2026.10', (row, code) =>
    code === 'es' ? { ...row, total: 39, revision: 'another' } : row,
  )
  const repository = '/api/components/tidewatch/mobile/repository/'
  const weblate_commit = { shortrevision: 'abcdef0' }
  const unpushed = { ...responses, [repository]: { needs_push: true, weblate_commit } }
  expect((await compareWith(unpushed)).out).toContain(
    'Weblate has commits that it has not pushed: it is at abcdef0, this mirror at ',
  )
  const behind = { ...responses, [repository]: { needs_push: false, weblate_commit } }
  expect((await compareWith(behind)).out).toContain(
    'another commit: Weblate is at abcdef0, this mirror at ',
  )
})

test('another version of Weblate is named as the cause of different counts', async () => {
  const { code, out } = await compareWith(recorded('5.14', changed))
  expect(code).toBe(1)
  expect(out).toContain(
    "here: another version: the server is Weblate 5.14, the configuration says weblate: '2026.10'\n",
  )
})

test('a component or language missing on one side is named', async () => {
  const responses = recorded('2026.10')
  const path = '/api/components/tidewatch/mobile/translations/'
  const list = responses[path] as List
  const [first, ...others] = list.results
  responses[path] = { next: null, results: [...others, { ...first, language: { code: 'eo' } }] }
  const components = responses['/api/projects/tidewatch/components/'] as List
  const url = '{base_url}/api/components/tidewatch/other/'
  responses['/api/projects/tidewatch/components/'] = {
    next: null,
    results: [
      ...components.results.filter(({ slug }) => slug === 'mobile'),
      { slug: 'other', url },
    ],
  }
  expect((await compareWith(responses, { path: '' })).out.split('\n')).toEqual([
    'tidewatch/mobile eo: only on the server: the mirror has no file for it',
    'tidewatch/mobile en: only in the mirror: Weblate has not read its file',
    'tidewatch/other: not in mirror.yml',
    '3 differences in 16 translations',
    '',
  ])
})

test('a busy server is retried after its Retry-After', async () => {
  const responses = recorded('2026.10')
  const path = '/api/components/tidewatch/mobile/translations/'
  const list = responses[path]
  let attempts = 0
  responses[path] = (_request: IncomingMessage, response: ServerResponse) => {
    attempts++
    response.writeHead(attempts === 1 ? 429 : 200, { 'retry-after': '0' })
    response.end(attempts === 1 ? '{}' : JSON.stringify(list))
  }
  expect((await compareWith(responses)).out).toBe('no differences in 16 translations\n')
  expect(attempts).toBe(2)
})

test('a component that the server fails to answer is reported, and the others are compared', async () => {
  const responses = recorded('5.14')
  responses['/api/components/tidewatch/web/translations/'] = (
    _request: IncomingMessage,
    response: ServerResponse,
  ) => {
    response.writeHead(502, { 'retry-after': '0' })
    response.end('bad gateway')
  }
  const { code, out, err } = await compareWith(responses, { weblate: '5.14', path: '' })
  expect([code, out]).toEqual([3, 'no differences in 52 translations\n'])
  expect(err).toMatch(
    /^tidewatch\/web: not compared: http:\S+\/web\/translations\/\?page_size=200: answered 502: bad gateway; the server asks to wait 0 s\n$/,
  )
})

test('components and languages on later pages are compared, too', async () => {
  const responses = recorded('5.14')
  const paths = [
    '/api/projects/tidewatch/components/',
    '/api/components/tidewatch/web/translations/',
  ]
  for (const path of paths) {
    const { results } = responses[path] as List
    const next = `{base_url}${path}?page=2&page_size=200`
    responses[path] = { next, results: results.slice(0, 2) }
    responses[`${path}?page=2&page_size=200`] = { next: null, results: results.slice(2) }
  }
  const { code, out } = await compareWith(responses, { weblate: '5.14', path: '' })
  expect([code, out]).toEqual([0, 'no differences in 68 translations\n'])
})

test('an unknown project ends with 3 and the requested address', async () => {
  const { code, out, err } = await compareWith({})
  expect([code, out]).toEqual([3, ''])
  expect(err).toMatch(
    /^gitglot: http:\S+\/api\/projects\/tidewatch\/: answered 404: Not found\.\n$/,
  )
})

test('without a configuration, the comparison uses the one that an import would write', async () => {
  const responses = recorded('2026.10')
  const components = responses['/api/projects/tidewatch/components/'] as List
  const repo = resolve('fixtures/demo.git')
  const results = components.results.map((row) => ({ ...row, repo, addons: [] }))
  responses['/api/projects/tidewatch/components/'] = { next: null, results }
  const server = await serveApi(responses)
  const folder = createTemporaryFolder()
  const address = `${server.origin}/projects/tidewatch/mobile/`
  const { code, out } = await gitglot(folder, ['import', '--compare', address])
  expect([code, out]).toEqual([0, 'no differences in 16 translations\n'])
  expect(writtenIn(folder)).toEqual([])
  expect((await gitglot(folder, ['import', address, '--config', 'x.yml'])).code).toBe(2)
})
