import { expect, onTestFinished, test } from 'vitest'
import type { View } from '../../../src/catalog/model.ts'
import { createLibrary } from '../../../src/catalog/reading/library.ts'
import { createReader } from '../../../src/catalog/updates/reader.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { openRepository } from '../../../src/git/open.ts'
import { openStore } from '../../../src/storage/store.ts'
import { appProject, serveProjects } from '../../support/catalog.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../../support/git-repository.ts'

/** A file that is more than is parsed beside answering. */
function largeFile(ending: string): string {
  const texts = Array.from({ length: 12_000 }, (_, index) => [
    `key.${index}`,
    `Some words, one after another, number ${index}${ending}`,
  ])
  return JSON.stringify(Object.fromEntries(texts))
}

const FILES = {
  'l/en.json': largeFile('.'),
  'l/cs.json': largeFile(''),
  'l/de.json': '{"key.0": broken}',
}

function describe(view: View): unknown[] {
  return view.projects.flatMap(({ components }) =>
    components.flatMap(({ alerts, translations }) => [
      alerts,
      ...translations.map(({ language, statistics, failing, units }) => [
        language.code,
        statistics,
        failing,
        units().targets.at(11_999),
      ]),
    ]),
  )
}

test('what worker threads read and check is the same as without them, also at a commit and after a restart', async () => {
  const { path, commits } = await createRepository([FILES])
  await addCommit(path, { ...FILES, 'l/cs.json': largeFile('.') }, 1)
  const serve = async (site: object, threads: number) => {
    const server = await serveProjects([appProject(path, 'l')], site, { threads })
    onTestFinished(server.catalog.close)
    return server
  }
  const here = await serve({}, 0)
  const site = { data_dir: createTemporaryFolder() }
  const threaded = await serve(site, 2)
  expect(describe(threaded.catalog.current())).toEqual(describe(here.catalog.current()))
  const [first = ''] = commits
  const before = await threaded.catalog.viewAt(first)
  expect(describe(before)).toEqual(describe(await here.catalog.viewAt(first)))
  expect(describe(before)).not.toEqual(describe(threaded.catalog.current()))
  await threaded.catalog.close()
  const again = await serve(site, 2)
  expect(describe(again.catalog.current())).toEqual(describe(here.catalog.current()))
})

test('a component that takes a thread too long is refused, and the thread is free again', async () => {
  const { path, commits } = await createRepository([FILES])
  const { catalog } = await serveProjects([appProject(path, 'l')])
  onTestFinished(catalog.close)
  const [project] = catalog.current().projects
  const [component] = project?.components ?? []
  if (project === undefined || component === undefined) throw new Error('expected a component')
  const store = openStore({ path: createTemporaryFolder() })
  const library = createLibrary({ maxBytes: 1 << 20, store })
  const repository = openRepository({ path })
  const options = {
    library,
    store,
    maxObjectBytes: 1 << 26,
    engine: createEngine({ threads: 1, store, maxThreadBytes: 1 << 27 }),
  }
  onTestFinished(() => options.engine.close())
  const place = {
    config: component.config,
    repository,
    commit: repository.readCommit(commits[0] ?? ''),
  }
  for (const [maxMs, expected] of [
    [1, 'reading was given up: it took more than 0.001 s'],
    [60_000, 3],
  ] as const) {
    const reader = createReader({ ...options, maxMs })
    const found = await reader.read(project.config, place).then(
      ({ translations }) => translations.length,
      ({ message }: Error) => message,
    )
    expect(found).toBe(expected)
  }
  await store.close()
})
