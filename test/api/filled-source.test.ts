import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

const HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'

const message = (id: string, text = '') => `\nmsgid "${id}"\nmsgstr "${text}"\n`

const files = (pot: string, german: string) => ({
  'po/app.pot': HEADER + pot,
  'po/de.po': HEADER + german,
})

async function serve() {
  const { path, oids } = await createHistory([
    { name: 'first', files: files(message('One') + message('Two'), message('Two', 'Zwei')) },
    {
      name: 'second',
      files: files(message('One'), message('Only', 'Nur') + message('Two', 'Zwei')),
    },
  ])
  const po = { file_format: 'po', filemask: 'po/*.po', new_base: 'po/app.pot' }
  const { get, catalog } = await serveProjects([
    {
      ...{ slug: 'p', name: 'P', web: 'https://p.example' },
      components: [{ slug: 'c', name: 'C', repo: path, branch: 'main', ...po }],
    },
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const { results } = await get<{ results: { id: number; source: [string] }[] }>(
    '/api/translations/p/c/en/units/',
  )
  const idOf = (source: string) => results.find((unit) => unit.source[0] === source)?.id
  return { get, oids, idOf }
}

test('a source missing in the template has no file and line', async () => {
  const { get, idOf } = await serve()
  const placeOf = async (source: string) => {
    const { filename, line } = await get(`/api/units/${idOf(source)}/place/`)
    return [filename, line]
  }
  expect(await placeOf('One')).toEqual(['po/app.pot', 4])
  expect(await placeOf('Only')).toEqual([null, null])
})

test('a source missing in the template has the history of a translation', async () => {
  const { get, oids, idOf } = await serve()
  const historyOf = async (source: string) => {
    const { results } = await get<{ results: { change: string; commit: string; state: number }[] }>(
      `/api/units/${idOf(source)}/history/`,
    )
    return results.map(({ change, commit, state }) => [change, commit, state])
  }
  expect(await historyOf('Only')).toEqual([['added', oids['second'], 100]])
  expect(await historyOf('Two')).toEqual([['added', oids['first'], 100]])
})
