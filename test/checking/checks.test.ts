import { afterEach, expect, test, vi } from 'vitest'
import { checkProject } from '../../src/checking/check-project.ts'
import type { ProjectConfig } from '../../src/config/config.ts'
import { openRepository } from '../../src/git/open.ts'
import { failingRows } from '../../src/model/failing-checks.ts'
import type { Translation } from '../../src/model/model.ts'
import { readComponent } from '../../src/reading/component.ts'
import { Library } from '../../src/reading/library.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { addCommit, createRepository, type FileTree } from '../support/git-repository.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.catalog.close()
  server = undefined
})

const json = (value: object) => JSON.stringify(value)

/** A component of JSON files in a folder of its name. */
function component(slug: string, repo: string, more: object = {}): object {
  return {
    slug,
    name: slug,
    repo,
    branch: 'main',
    file_format: 'json',
    filemask: `${slug}/*.json`,
    template: `${slug}/en.json`,
    ...more,
  }
}

async function serve(...components: object[]): Promise<TestServer> {
  server = await serveProjects([{ slug: 'p', name: 'P', web: 'https://p.example', components }])
  return server
}

function translationAt({ catalog }: TestServer, path: string): Translation {
  const [slug, code] = path.split('/')
  const translation = catalog
    .current()
    .projects[0]?.components.find(({ config }) => config.slug === slug)
    ?.translations.find(({ language }) => language.code === code)
  if (translation === undefined) throw new Error(`no translation ${path}`)
  return translation
}

const failing = (at: TestServer, path: string) => [...failingRows(translationAt(at, path).failing)]

const SOURCE = json({ a: 'Stop.', b: 'Go now.', c: 'Wait' })

test('a refresh finds what fails now', async () => {
  const files: FileTree = {
    'web/en.json': SOURCE,
    'web/cs.json': json({ a: 'Stát' }),
    'web/de.json': json({ b: 'Los gehts' }),
    'app/en.json': json({ x: 'Yes!' }),
    'app/de.json': json({ x: 'Ja' }),
  }
  const { path } = await createRepository([files])
  const at = await serve(component('web', path), component('app', path))
  const paths = ['web/en', 'web/cs', 'web/de', 'app/en', 'app/de']
  expect(paths.map((path) => failing(at, path))).toEqual([
    [],
    [[0, ['end_stop']]],
    [[1, ['end_stop']]],
    [],
    [[0, ['end_exclamation']]],
  ])

  await addCommit(path, { ...files, 'web/cs.json': json({ a: 'Stát.', c: 'Čekat ' }) }, 1)
  await at.catalog.refresh()
  expect(failing(at, 'web/cs')).toEqual([[2, ['end_space']]])
})

test('what was checked once is not checked again, and neither is what stays the same', async () => {
  const files: FileTree = {
    'web/en.json': SOURCE,
    'web/cs.json': json({ a: 'Stát' }),
    'web/de.json': json({ b: 'Los gehts' }),
  }
  const { path } = await createRepository([files])
  const { catalog } = await serve(component('web', path))
  const project = catalog.current().projects[0]?.config as ProjectConfig
  const library = new Library({ maxBytes: 1 << 20 })
  const stored = vi.spyOn(library.checked, 'set')
  const checkAll = (): number => {
    stored.mockClear()
    const repository = openRepository({ path })
    const commit = repository.readCommit(repository.resolve('main') as string)
    const read = project.components.map((config) => ({
      config,
      ...readComponent({ project, config, repository, commit, library }),
    }))
    checkProject(project, read, { library })
    return stored.mock.calls.length
  }
  expect([checkAll(), checkAll()]).toEqual([3, 0])
  await addCommit(path, { ...files, 'web/cs.json': json({ a: 'Stát.' }) }, 1)
  expect(checkAll()).toBe(1)
})

test('units with the same failing checks share one list, checks of many units included', async () => {
  const { path } = await createRepository([
    {
      'web/en.json': json({ a: 'Stop.', b: 'Go on.' }),
      'web/cs.json': json({ a: 'Stát', b: 'Dál' }),
      'app/en.json': json({ a: 'Stop.', b: 'Go on.' }),
      'app/cs.json': json({ a: 'Zastavit', b: 'Pokračovat' }),
    },
  ])
  const at = await serve(component('web', path), component('app', path))
  const lists = ['web/cs', 'app/cs'].flatMap((path) => failing(at, path).map(([, ids]) => ids))
  expect(lists.length).toBe(4)
  expect(lists[0]).toEqual(['end_stop', 'inconsistent'])
  expect(new Set(lists).size).toBe(1)
})

test('units fail together: inconsistent and reused translations are explained by the others', async () => {
  const { path } = await createRepository([
    {
      'web/en.json': json({ a: 'Stop', b: 'Rock', c: 'Stone' }),
      'web/cs.json': json({ a: 'Stát', b: 'Kámen', c: 'Kámen' }),
      'app/en.json': json({ a: 'Stop' }),
      'app/cs.json': json({ a: 'Zastavit' }),
    },
  ])
  const at = await serve(component('web', path), component('app', path))
  const { results } = await at.get<{ results: { id: number }[] }>(
    '/api/translations/p/web/cs/units/',
  )
  const explained = []
  for (const { id } of results) {
    const [failure] = await at.get<{ check: string; explanation: string; spans: object[] }[]>(
      `/api/units/${id}/checks/`,
    )
    explained.push([failure?.check, failure?.explanation, failure?.spans])
  }
  expect(explained).toEqual([
    [
      'inconsistent',
      'The string is translated as `Zastavit` in component app, in `app/cs.json`',
      [{ side: 'target', form: 0, start: 0, end: 4 }],
    ],
    ['reused', '`Stone` has the same translation', [{ side: 'target', form: 0, start: 0, end: 5 }]],
    ['reused', '`Rock` has the same translation', [{ side: 'target', form: 0, start: 0, end: 5 }]],
  ])
})

test('strings that share only their key are inconsistent in Weblate, and not otherwise', async () => {
  const { path } = await createRepository([
    {
      'web/en.json': json({ title: 'Orders', send: 'Send' }),
      'web/cs.json': json({ title: 'Objednávky', send: 'Poslat' }),
      'app/en.json': json({ title: 'Customers', send: 'Send' }),
      'app/cs.json': json({ title: 'Zákazníci', send: 'Odeslat' }),
    },
  ])
  const at = await serve(component('web', path), component('app', path))
  for (const [code, expected] of [
    ['cs', [[1, ['inconsistent']]]],
    ['en', []],
  ] as const) {
    const { failing, verdict } = translationAt(at, `web/${code}`)
    expect(failingRows(failing)).toContainEqual([0, ['inconsistent']])
    expect(failingRows(verdict)).toEqual(expected)
  }
})

const tbx = (
  terms: readonly (readonly [source: string, target: string, flags?: string | undefined])[],
) =>
  `<?xml version="1.0"?><martif type="TBX"><text><body>${terms
    .map(
      ([source, target, flags]) =>
        `<termEntry${flags === undefined ? '' : ` weblate-flags="${flags}"`}>` +
        `<langSet xml:lang="en"><tig><term>${source}</term></tig></langSet>` +
        `<langSet xml:lang="cs"><tig><term>${target}</term></tig></langSet></termEntry>`,
    )
    .join('')}</body></text></martif>`

test('translations that follow the glossary are checked again when a term changes', async () => {
  const files: FileTree = {
    'web/en.json': json({ a: 'Red stone' }),
    'web/cs.json': json({ a: 'Rudý kámen' }),
    'terms/cs.tbx': tbx([['stone', 'kámen']]),
  }
  const { path } = await createRepository([files])
  const terms = {
    file_format: 'tbx',
    filemask: 'terms/*.tbx',
    template: '',
    is_glossary: true,
  }
  const at = await serve(
    component('web', path, { check_flags: 'check-glossary' }),
    component('terms', path, terms),
  )
  expect(failing(at, 'web/cs')).toEqual([])
  const failures = []
  for (const [day, term] of [['balvan'], ['kámen'], ['kámen', 'forbidden']].entries()) {
    const [target = '', flags] = term
    await addCommit(path, { ...files, 'terms/cs.tbx': tbx([['stone', target, flags]]) }, day + 1)
    await at.catalog.refresh()
    failures.push(failing(at, 'web/cs'))
  }
  expect(failures).toEqual([[[0, ['check_glossary']]], [], [[0, ['check_glossary']]]])
})

const strings = (flags: string, text: string) =>
  `<resources><string name="a" weblate-flags='${flags}'>${text}</string></resources>`

function android(repo: string): object {
  return component('app', repo, {
    file_format: 'aresource',
    filemask: 'values-*/strings.xml',
    template: 'values/strings.xml',
  })
}

test('a bad flag in a translation file is an alert on it alone', async () => {
  const { path } = await createRepository([
    {
      'values/strings.xml': strings('', 'Stop.'),
      'values-cs/strings.xml': strings('max-length:"10', 'Stát'),
      'values-de/strings.xml': strings('max-length:10', 'Halt'),
    },
  ])
  const at = await serve(android(path))
  const translation = translationAt(at, 'app/cs')
  expect([translation.units().states.length, translation.alert]).toEqual([
    0,
    {
      name: 'ParseError',
      message:
        'values-cs/strings.xml:1:12: expected a closing quote at character 12 of the flags at "a"',
      filename: 'values-cs/strings.xml',
      at: { line: 1, column: 12 },
    },
  ])
  expect(translation.component.alerts).toEqual([translation.alert])
  expect(failing(at, 'app/de')).toEqual([[0, ['end_stop']]])
})

test('a regular expression in the flags of a unit that could take too long is an alert; its check passes', async () => {
  const { path } = await createRepository([
    {
      'values/strings.xml': strings('regex:r"\\b(S+)+\\b"', 'Stop.'),
      'values-cs/strings.xml': strings('', 'Stůj.'),
    },
  ])
  const at = await serve(android(path))
  expect(translationAt(at, 'app/cs').component.alerts).toEqual([
    {
      name: 'UnsupportedExpression',
      message:
        'values/strings.xml: the regular expression \\b(S+)+\\b of the flag regex could take too long, as it has a word boundary',
      filename: 'values/strings.xml',
    },
  ])
  expect(failing(at, 'app/cs')).toEqual([])
})

test('a regular expression that is none is an alert of the file that has it', async () => {
  const message = (flags: string) =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${flags}msgid "a"\nmsgstr "A"\n`
  const { path } = await createRepository([{ 'l/de.po': message('#, regex:[\n') }])
  const at = await serve(
    component('app', path, { file_format: 'po', filemask: 'l/*.po', template: '' }),
  )
  expect(translationAt(at, 'app/de').component.alerts).toMatchObject([
    { name: 'UnsupportedExpression', filename: 'l/de.po' },
  ])
})

test('flags that cannot be read again from their canonical text have no effect', async () => {
  const { path } = await createRepository([
    {
      'values/strings.xml': strings('read-only, placeholders:"a\\\\"', 'Stop.'),
      'values-cs/strings.xml': strings('', 'Stát'),
    },
  ])
  const at = await serve(android(path))
  expect(translationAt(at, 'app/cs').component.alerts).toEqual([])
  expect(failing(at, 'app/cs')).toEqual([[0, ['end_stop']]])
})
