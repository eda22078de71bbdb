import { expect, onTestFinished, test } from 'vitest'
import { Reader } from '../../../src/catalog/updates/reader.ts'
import { readConfig } from '../../../src/config/read.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { openRepository } from '../../../src/git/open.ts'
import type { View } from '../../../src/model/model.ts'
import { findFiles } from '../../../src/reading/component.ts'
import { Library } from '../../../src/reading/library.ts'
import { postMatches } from '../../../src/reading/posted-matches.ts'
import { openStore } from '../../../src/store/store.ts'
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

test('reading in worker threads gives the same as without them, also at a commit and after a restart', async () => {
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

test('reading a component times out, and its thread is free again', async () => {
  const { path, commits } = await createRepository([FILES])
  const { catalog } = await serveProjects([appProject(path, 'l')])
  onTestFinished(catalog.close)
  const [project] = catalog.current().projects
  const [component] = project?.components ?? []
  if (project === undefined || component === undefined) throw new Error('expected a component')
  const store = openStore({ path: createTemporaryFolder() })
  const library = new Library({ maxBytes: 1 << 20, store })
  const repository = openRepository({ path })
  const options = {
    library,
    store,
    engine: createEngine({ threads: 1, store, maxThreadBytes: 1 << 27 }),
  }
  onTestFinished(() => options.engine.close())
  const place = {
    config: component.config,
    repository,
    commit: repository.readCommit(commits[0] ?? ''),
  }
  for (const [maxMs, expected] of [
    [1, 'stopped reading: it took more than 0.001 s'],
    [60_000, 3],
  ] as const) {
    const reader = new Reader({ ...options, maxMs })
    const result = await reader.read(project.config, place).then(
      ({ translations }) => translations.length,
      ({ message }: Error) => message,
    )
    expect(result).toBe(expected)
  }
  await store.close()
})

test('a file that takes too long is an alert, and all others are served', async () => {
  const { path } = await createRepository([
    { 'l/en.json': '{"a": "A"}', 'l/cs.json': '{"a": "B"}' },
  ])
  const { catalog } = await serveProjects([appProject(path, 'l')])
  onTestFinished(catalog.close)
  const [project] = catalog.current().projects
  const [component] = project?.components ?? []
  if (project === undefined || component?.commit === undefined) throw new Error('no component')
  const store = openStore({ path: undefined })
  onTestFinished(() => store.close())
  const library = new Library({ maxBytes: 1 << 20, store })
  const [, cs] = component.translations
  const slow = cs?.revision.split(',')[0] ?? ''
  const repository = openRepository({ path })
  const { config, commit } = component
  // A thread that says that the file was too much for it, as one does whose time was up.
  const engine: Engine = {
    threads: 1,
    async ask(_work, _args, { onSlowBlob } = {}) {
      onSlowBlob?.(slow)
      const matches = findFiles({ project: project.config, config, repository, commit })
      return postMatches(matches) as never
    },
    close: async () => undefined,
  }
  const reader = new Reader({ library, store, engine })
  const { translations, alerts } = await reader.read(project.config, { config, repository, commit })
  expect(translations.map(({ statistics }) => statistics.total.units)).toEqual([1, 0])
  expect(alerts).toEqual([
    {
      name: 'RepositoryError',
      code: 'timeout',
      message: 'l/cs.json: reading this file takes too long',
      filename: 'l/cs.json',
    },
  ])
})

test('the time limit of a file ends its thread, and the other files are read without it', async () => {
  const { path } = await createRepository([{ ...FILES, 'l/de.json': '{"key.0": "D"}' }])
  const { catalog } = await serveProjects([appProject(path, 'l')])
  onTestFinished(catalog.close)
  const [project] = catalog.current().projects
  const [component] = project?.components ?? []
  if (project === undefined || component?.commit === undefined) throw new Error('no component')
  const store = openStore({ path: createTemporaryFolder() })
  onTestFinished(() => store.close())
  const library = new Library({ maxBytes: 1 << 20, store })
  // Nothing is left of the second that a file gets for each MiB.
  const engine = createEngine({ threads: 1, store, maxThreadBytes: 1 << 28, blobMs: -1000 })
  onTestFinished(() => engine.close())
  const reader = new Reader({ library, store, engine })
  const repository = openRepository({ path })
  const { config, commit } = component
  const { alerts } = await reader.read(project.config, { config, repository, commit })
  expect(alerts.map(({ message }) => message)).toEqual([
    'l/en.json: reading this file takes too long',
  ])
})

test('the time limit of a file includes checking its units', async () => {
  // Each start of the search tries each pair of letters: a second for each unit, for which RE2 has no lookaround.
  const slow = Array.from({ length: 40 }, (_, index) =>
    ['#, regex:"a.*a.*b(?!d)"', `msgid "t${index}"`, `msgstr "${'a'.repeat(990)}"`, ''].join('\n'),
  )
  const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
  const { path } = await createRepository([
    { 'l/cs.po': header + slow.join('\n'), 'l/de.po': `${header}msgid "a"\nmsgstr "A"\n` },
  ])
  const store = openStore({ path: createTemporaryFolder() })
  onTestFinished(() => store.close())
  const library = new Library({ maxBytes: 1 << 20, store })
  const engine = createEngine({ threads: 1, store, maxThreadBytes: 1 << 28, blobMs: 2000 })
  onTestFinished(() => engine.close())
  const reader = new Reader({ library, store, engine })
  const repository = openRepository({ path })
  const component = { slug: 'c', name: 'C', repo: path, file_format: 'po', filemask: 'l/*.po' }
  const { projects } = readConfig({
    text: JSON.stringify({ projects: [{ slug: 'p', name: 'P', components: [component] }] }),
    file: '/gitglot.yml',
  })
  const [project] = projects
  const commit = repository.readCommit(repository.resolve('HEAD')!)
  const { alerts, translations } = await reader.read(project!, {
    ...{ config: project!.components[0]!, repository, commit },
  })
  expect(alerts.map(({ message }) => message)).toEqual([
    'l/cs.po: reading this file takes too long',
  ])
  expect(translations.map(({ languageCode }) => languageCode)).toContain('de')
})
