import { expect, onTestFinished, test } from 'vitest'
import { createRepositories } from '../../../src/engine/work.ts'
import { historyWork } from '../../../src/history/ask.ts'
import { timesWork } from '../../../src/history/changes/unit-log.ts'
import type { LoggedComponent } from '../../../src/history/component-history.ts'
import { componentsOf } from '../../../src/view/view.ts'
import { appProject, jsonComponent, serveProjects } from '../../support/catalog.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../../support/git-repository.ts'

const FIRST = { 'l/en.json': '{"a": "A", "b": "B"}', 'l/cs.json': '{"a": "Á"}' }

test('times of units are computed once per commit, and again for later commits', async () => {
  const { path } = await createRepository([FIRST])
  await addCommit(path, { ...FIRST, 'l/cs.json': '{"a": "Á", "b": "Bé"}' }, 1)
  const site = { data_dir: createTemporaryFolder() }
  let close = async () => {}
  /** Closes the previous server first, which makes it write its results. */
  const serve = async (): Promise<LoggedComponent> => {
    await close()
    const { catalog } = await serveProjects([appProject(path, 'l')], site)
    close = catalog.close
    await catalog.complete
    const component = catalog.current().projects[0]?.components[0]
    const history = component && catalog.historyOf(component)
    if (component === undefined || history === undefined) throw new Error('expected a history')
    return { component, history }
  }
  const find = async (component: LoggedComponent) => {
    const times = await component.history.ask(timesWork, [component], 'app/web')
    return [...times].map(([code, { added, updated }]) => [code, [...added], [...updated]])
  }
  const first = await serve()
  const times = await find(first)
  const day = 86_400e6
  const start = 1_704_067_200e6
  expect(
    times.map(([code, , updated]) => [code, (updated as number[]).map((at) => at >= start + day)]),
  ).toEqual([
    ['en', [false, false]],
    ['cs', [false, true]],
  ])
  // Without a log, any reading of it would fail.
  const again = await serve()
  const without = { ...again, history: { ...again.history, log: undefined as never } }
  expect(await find(without)).toEqual(times)

  await addCommit(path, { ...FIRST, 'l/cs.json': '{"a": "Á!", "b": "Bé"}' }, 2)
  const later = await serve()
  expect(await find(later)).not.toEqual(times)
  await close()
})

test('a question reads the files of the components that it names', async () => {
  const { path } = await createRepository([{ ...FIRST, 'm/en.json': '{"x": "X"}' }])
  const components = ['l', 'm'].map((name) => jsonComponent(name, name, { repo: path }))
  const project = { slug: 'app', name: 'App', web: 'https://app.example', components }
  const { catalog } = await serveProjects([project])
  onTestFinished(catalog.close)
  await catalog.complete
  const histories = componentsOf(catalog.current()).map(
    (component) => catalog.historyOf(component)!,
  )
  const languagesWork = historyWork(
    'languages',
    (logged) =>
      logged.map(({ component }) => component.translations.map(({ language }) => language.code)),
    (place, asked: string) => place === asked,
  )
  const question = { places: histories.map(({ place }) => place), args: 'app/l' }
  const { store } = histories[0]!
  const repositoryAt = createRepositories()
  const tools = { store, repositoryAt, progress() {}, about() {} }
  expect(await languagesWork.run(question, tools)).toEqual([['en', 'cs'], []])
})
