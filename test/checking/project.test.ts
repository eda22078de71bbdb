import { expect, onTestFinished, test, vi } from 'vitest'
import { checkProject } from '../../src/checking/check-project.ts'
import { readConfig } from '../../src/config/read.ts'
import { openRepository } from '../../src/git/open.ts'
import { failingRows } from '../../src/model/failing-checks.ts'
import { readComponent } from '../../src/reading/component.ts'
import { Library } from '../../src/reading/library.ts'
import { openStore } from '../../src/store/store.ts'
import { addCommit, createRepository, type FileTree } from '../support/git-repository.ts'

const json = (value: object) => JSON.stringify(value)
const SOURCE = { a: 'Stop.', b: 'Stone', c: 'Rock' }

const FILES: FileTree = {
  'web/en.json': json(SOURCE),
  'web/cs.json': json({ a: 'Stát', b: 'Kámen', c: 'Kámen' }),
  'web/de.json': json({ a: 'Halt', b: 'Stein', c: 'Fels' }),
  'app/en.json': json(SOURCE),
  'app/cs.json': json({ a: 'Zastavit', b: 'Kámen', c: 'Skála' }),
  'app/de.json': json({ a: 'Halt', b: 'Stein', c: 'Fels' }),
  'terms/en.json': json({ x: 'Stop' }),
  'terms/cs.json': json({ x: 'Stát' }),
  'terms/de.json': json({ x: 'Stopp' }),
}

const COMPONENTS = ['web', 'app', 'terms'].map((slug) => ({
  ...{ slug, name: slug, file_format: 'json', filemask: `${slug}/*.json` },
  template: `${slug}/en.json`,
  is_glossary: slug === 'terms',
  check_flags: slug === 'app' ? 'check-glossary' : '',
}))

/** A project in a repository, and what is known of it in a store. */
async function openProject() {
  const { path } = await createRepository([FILES])
  const components = COMPONENTS.map((component) => ({ ...component, repo: path }))
  const text = json({
    projects: [{ slug: 'p', name: 'P', web: 'https://p.example', components }],
  })
  const file = '/gitglot.yml'
  const { projects } = readConfig({ text, file, environment: {}, readSecretFile: () => '' })
  const [project] = projects
  if (project === undefined) throw new Error('expected a project')
  const repository = openRepository({ path })
  const read = (library: Library) => {
    const commit = repository.readCommit(repository.resolve('main') ?? '')
    return project.components.map((config) => ({
      config,
      ...readComponent({ project, config, repository, commit, library }),
    }))
  }
  return { path, project, read }
}

function openLibrary(): Library {
  const store = openStore({ path: undefined })
  onTestFinished(() => store.close())
  return new Library({ maxBytes: 1 << 20, store })
}

type Project = Awaited<ReturnType<typeof openProject>>

/** Failing checks by component and language. */
function failuresOf({ project, read }: Project, library: Library) {
  const checked = checkProject(project, read(library), { library })
  return Object.fromEntries(
    [...checked].flatMap(([{ slug }, { translations }]) =>
      translations.map((translation) => [
        `${slug}/${translation.languageCode}`,
        { failing: [...failingRows(translation.failing)], counts: translation.statistics },
      ]),
    ),
  )
}

test('units of several components are compared', async () => {
  const failures = failuresOf(await openProject(), openLibrary())
  expect(failures['web/cs']?.failing).toEqual([
    [0, ['end_stop', 'inconsistent']],
    [1, ['reused']],
    [2, ['inconsistent', 'reused']],
  ])
})

test('after a change only its language and its component are compared again', async () => {
  const opened = await openProject()
  const library = openLibrary()
  failuresOf(opened, library)
  const stored = vi.spyOn(library.findings, 'set')
  await addCommit(opened.path, { ...FILES, 'web/cs.json': json({ a: 'Stát.' }) }, 1)
  const after = failuresOf(opened, library)
  expect(stored).toHaveBeenCalledTimes(2)
  expect(after).toEqual(failuresOf(opened, openLibrary()))
})
