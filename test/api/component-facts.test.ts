import { expect, onTestFinished, test } from 'vitest'
import { appProject, jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

const REPOWEB = 'https://forge.example/o/r/blob/{{branch}}/{{filename}}#L{{line}}'

async function serve(fields: object = {}): Promise<TestServer & { readonly tip: string }> {
  const { path: repo, tip } = await createHistory([
    {
      name: 'start',
      files: {
        'l/en.json': '{\n  "a": "Save {x}.",\n  "b": "B",\n  "c": "C"\n}\n',
        'l/cs.json': '{\n  "b": "",\n  "a": "Uložit."\n}\n',
        'l/de.json': '{\n  "a": oh\n}\n',
      },
    },
  ])
  const more = { repo, branch: 'main', repoweb: REPOWEB, check_flags: 'python-brace-format' }
  const server = await serveProjects([
    { ...appProject(repo, 'l'), ...fields, components: [jsonComponent('web', 'l', more)] },
  ])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return { ...server, tip }
}

test('alerts of a component have the line and its page on the web', async () => {
  const { get, tip } = await serve()
  const [alert, ...others] = await get<{ message: string }[]>('/api/components/app/web/alerts/')
  expect(others).toEqual([])
  expect(alert).toEqual({
    name: 'ParseError',
    message: alert?.message,
    filename: 'l/de.json',
    line: 2,
    file_url: `https://forge.example/o/r/blob/${tip}/l/de.json#L2`,
  })
  expect(alert?.message).toMatch(/^l\/de\.json:2:/)
})

test('an unreadable translation locks its component; a project is locked if all its components are, glossaries too', async () => {
  const { path: repo } = await createHistory([
    {
      name: 'start',
      files: {
        ...{ 'l/en.json': '{}', 'l/de.json': '{', 'm/en.json': '{}', 'g/de.tbx': '<' },
        ...{ 'po/app.pot': 'msgid "A', 'po/de.po': 'msgid "A"\nmsgstr "Ä"\n' },
      },
    },
  ])
  const sources = {
    ...{ slug: 'po', name: 'PO', repo, file_format: 'po', filemask: 'po/*.po' },
    new_base: 'po/app.pot',
  }
  const broken = jsonComponent('broken', 'l', { repo })
  const unlocked = jsonComponent('broken', 'l', { repo, auto_lock_error: false })
  const readable = jsonComponent('readable', 'm', { repo })
  const glossary = {
    ...{ slug: 'terms', name: 'terms', repo, file_format: 'tbx', filemask: 'g/*.tbx' },
    is_glossary: true,
  }
  const projects = Object.entries({
    locked: [broken, glossary],
    // Weblate adds a glossary, which is not locked.
    alone: [broken],
    partly: [broken, readable],
    unlocked: [unlocked],
    empty: [],
    sources: [sources],
  })
  const { catalog, get } = await serveProjects(
    projects.map(([slug, components]) => ({
      ...appProject(repo, 'l'),
      slug,
      name: slug,
      components,
    })),
  )
  onTestFinished(catalog.close)
  const places = ['projects/locked', 'components/locked/broken', 'components/locked/terms']
  places.push('projects/alone', 'projects/partly')
  places.push('components/partly/broken', 'components/partly/readable', 'projects/unlocked')
  places.push('components/unlocked/broken', 'projects/empty', 'components/sources/po')
  const locked: string[] = []
  for (const place of places) {
    const shown = await get<{ locked: boolean }>(`/api/${place}/`)
    const lock = await get<{ locked: boolean }>(`/api/${place}/lock/`)
    expect([place, lock]).toEqual([place, { locked: shown.locked }])
    if (shown.locked) locked.push(place)
  }
  expect(locked).toEqual([
    'projects/locked',
    'components/locked/broken',
    'components/locked/terms',
    'components/partly/broken',
  ])
})

test('only the owner of a repository has an address for clones', async () => {
  const { path: repo } = await createHistory([{ name: 'start', files: { 'l/en.json': '{}' } }])
  const exported = { repo, git_export: true }
  const local = { ...exported, repo: 'local:', vcs: 'local', file_format: 'tbx', template: '' }
  const components = [
    jsonComponent('owner', 'l', exported),
    jsonComponent('linked', 'l', { ...exported, repo: 'weblate://app/owner' }),
    jsonComponent('local', 'l', { ...local, is_glossary: true }),
  ]
  const { catalog, get } = await serveProjects([{ ...appProject(repo, 'l'), components }])
  onTestFinished(catalog.close)
  const { results } = await get<{ results: { git_export: string }[] }>('/api/components/')
  const addresses = results.map(({ git_export }) => git_export)
  expect(addresses).toEqual(['http://localhost/git/app/owner/', '', ''])
})

test('the last fetch of a remote has its time and its error', async () => {
  const { get, tip } = await serve()
  const { checked, ...look } = await get<{ checked: string }>('/api/components/app/web/remote/')
  expect(look).toEqual({ branch: 'main', commit: tip, failures: 0, error: null })
  expect(Date.now() - Date.parse(checked)).toBeLessThan(60_000)
  const lost = await serveProjects([appProject('/nowhere/at/all', 'l')])
  onTestFinished(lost.catalog.close)
  const failed = await lost.get<{ error: string }>('/api/components/app/web/remote/')
  expect(failed).toEqual({ ...failed, commit: null, checked: null })
  expect(failed.error).toMatch(/^all: /)
})

test('states add up, and separate translated strings with failing checks', async () => {
  const { get } = await serve()
  const none = { approved: 0, read_only: 0, needs_editing: 0 }
  const czech = { total: 3, translated: 1, untranslated: 2, translated_failing: 1, failing: 1 }
  const states = await get<{ language_code: string }[]>('/api/projects/app/states/')
  expect(states.filter(({ language_code }) => language_code === 'cs')).toEqual([
    { language_code: 'cs', ...czech, ...none },
  ])
  expect(await get('/api/translations/app/web/cs/states/')).toEqual([
    { language_code: 'cs', ...czech, ...none },
  ])
})

/** By key, where the units of the Czech translation are. */
async function placesOf({ get }: TestServer): Promise<Record<string, unknown>> {
  const { results } = await get<{ results: { url: string; context: string }[] }>(
    '/api/translations/app/web/cs/units/',
  )
  const places = await Promise.all(
    results.map(async ({ url, context }) => [context, await get(`${new URL(url).pathname}place/`)]),
  )
  return Object.fromEntries(places)
}

test('a unit has its line, and addresses that show and edit it', async () => {
  const server = await serve()
  const at = (path: string, line: number) => ({
    filename: path,
    line,
    file_url: `https://forge.example/o/r/blob/${server.tip}/${path}#L${line}`,
    edit_url: `https://forge.example/o/r/edit/main/${path}#L${line}`,
  })
  expect(await placesOf(server)).toMatchObject({
    a: at('l/cs.json', 3),
    // Its file lacks it: it is shown in the template, which nobody should overwrite.
    c: { ...at('l/en.json', 4), edit_url: 'https://forge.example/o/r/edit/main/l/cs.json#L1' },
  })
})

test('a unit of a project that is translated in a Weblate is edited there', async () => {
  const server = await serve({ weblate: 'https://weblate.example/l10n' })
  const { results } = await server.get<{ results: { web_url: string; context: string }[] }>(
    '/api/translations/app/web/cs/units/',
  )
  const edited = Object.fromEntries(
    results.map(({ context, web_url }) => {
      const { pathname, search } = new URL(web_url)
      return [context, { edit_url: `https://weblate.example/l10n${pathname}${search}` }]
    }),
  )
  expect(await placesOf(server)).toMatchObject(edited)
})
