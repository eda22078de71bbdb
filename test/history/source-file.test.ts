import { afterAll, expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createRepository, removeTemporaryFolders } from '../support/git-repository.ts'

afterAll(removeTemporaryFolders)

const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
const entry = (source: string, target: string, comments = '') =>
  `\n${comments}msgid "${source}"\nmsgstr "${target}"\n`

/** The entries of the log, oldest first, as lines. */
async function logOf(commits: Parameters<typeof createRepository>[0]) {
  const { path } = await createRepository(commits)
  const { get, catalog } = await serveProjects([
    {
      slug: 'p',
      name: 'P',
      web: 'https://example.com/',
      components: [
        {
          ...{ slug: 'c', name: 'C', repo: path, branch: 'main' },
          ...{ file_format: 'po', filemask: 'po/*.po', new_base: 'po/app.pot' },
        },
      ],
    },
  ])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const { results } = await get<{ results: Record<string, unknown>[] }>(
    '/api/components/p/c/changes/?format=json',
  )
  return results.toReversed().map(({ action, translation, details, target, old }) => {
    const language = /([^/]+)\/\?/.exec(String(translation))?.[1]
    const { source = '' } = details as { source?: string }
    return [language, action, source, target, old].join(' | ')
  })
}

test('the log has strings added to a .pot, and translations marked as fuzzy with their previous source', async () => {
  const fuzzy = '#, fuzzy\n#| msgid "Bye"\n'
  const first = header + entry('Hello', 'Ahoj') + entry('Bye', 'Nashle') + entry('Own', 'Vlastní')
  const pot = header + entry('Hello', '') + entry('Good bye', '')
  const marked = header + entry('Hello', 'Ahoj') + entry('Good bye', 'Nashle', fuzzy)
  const log = await logOf([
    { 'po/app.pot': header + entry('Hello', '') + entry('Bye', ''), 'po/cs.po': first },
    { 'po/app.pot': pot, 'po/cs.po': first },
    { 'po/app.pot': pot, 'po/cs.po': marked },
  ])
  expect(log).toEqual([
    'en | 71 | Hello | Hello | ',
    'en | 71 | Bye | Bye | ',
    'en | 0 |  |  | ',
    'en | 90 | Own | Own | Own',
    'cs | 71 | Hello | Ahoj | ',
    'cs | 71 | Bye | Nashle | ',
    'cs | 71 | Own | Vlastní | ',
    'cs | 0 |  |  | ',
    ' | 101 |  |  | ',
    'en | 71 | Good bye | Good bye | ',
    'en | 0 |  |  | ',
    ' | 101 |  |  | ',
    'cs | 30 | Good bye | Good bye | Bye',
    'cs | 71 | Good bye | Nashle | ',
    'cs | 0 |  |  | ',
  ])
})

test('a source that a translation brings before the .pot is added once', async () => {
  const hello = header + entry('Hello', '')
  const own = hello + entry('Own', '')
  const log = await logOf([
    { 'po/app.pot': hello, 'po/cs.po': own },
    { 'po/app.pot': own, 'po/cs.po': own },
    // Weblate drops a source that is no longer in the .pot.
    { 'po/app.pot': hello, 'po/cs.po': own },
    { 'po/app.pot': own, 'po/cs.po': own },
  ])
  expect(log.filter((line) => line.startsWith('en'))).toEqual([
    'en | 71 | Hello | Hello | ',
    'en | 0 |  |  | ',
    'en | 90 | Own | Own | Own',
    'en | 0 |  |  | ',
    'en | 0 |  |  | ',
    'en | 71 | Own | Own | ',
    'en | 0 |  |  | ',
  ])
})
