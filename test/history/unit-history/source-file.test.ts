import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../../support/catalog.ts'
import { createHistory } from '../../support/history.ts'

const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
const entry = (source: string, target = '') => `\nmsgid "${source}"\nmsgstr "${target}"\n`

test('a source text in a .pot has a history', async () => {
  const path = 'po/app.pot'
  const history = await createHistory([
    { name: 'added', files: { [path]: header + entry('Hello'), 'po/cs.po': header } },
    { name: 'more', files: { [path]: header + entry('Bye') + entry('Hello'), 'po/cs.po': header } },
  ])
  const files = {
    new_base: path,
    file_format: 'po',
    filemask: 'po/*.po',
    repo: history.path,
    branch: 'main',
  }
  const component = { slug: 'c', name: 'C', ...files }
  const { get, catalog } = await serveProjects([{ slug: 'p', name: 'P', components: [component] }])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const units = await get<{ results: { id: number; source: string[] }[] }>(
    '/api/translations/p/c/en/units/',
  )
  const { id } = units.results.find(({ source }) => source[0] === 'Hello')!
  const versions = await get<{ results: Record<string, unknown>[] }>(`/api/units/${id}/history/`)
  expect(
    versions.results.map(({ change, commit, source, target, state }) => {
      return { change, commit, source, target, state }
    }),
  ).toEqual([
    {
      ...{ change: 'added', commit: history.oids['added'] },
      ...{ source: ['Hello'], target: ['Hello'], state: 100 },
    },
  ])
})
