import { expect, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

const target = (id: string, qualifier: string, text = 'x') =>
  `<trans-unit id="${id}"><source>${id}</source><target state-qualifier="${qualifier}">${text}</target></trans-unit>`
const file = `<xliff version="1.2"><file original="" source-language="en">
${target('mt', 'leveraged-mt')}${target('suggestion', 'mt-suggestion')}${target('empty', 'mt-suggestion', '')}
${target('memory', 'exact-match')}${target('none', '')}</file></xliff>`

const automaticIn = async (weblate: string, fileFormat: string, query = ''): Promise<unknown> => {
  const { path } = await createRepository([{ 'cs.xlf': file }])
  const files = { filemask: '*.xlf', file_format: fileFormat }
  const component = { slug: 'c', name: 'C', repo: path, ...files }
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
  const server = await serveProjects([project], { weblate })
  const { results } = await server.get<{ results: Record<string, unknown>[] }>(
    `/api/translations/p/c/cs/units/?format=json&q=${query}`,
  )
  await server.catalog.close()
  return results
    .filter((unit) => query !== '' || unit['automatically_translated'])
    .map(({ context }) => context)
}

test.each(['xliff', 'plainxliff'])('targets of %s that a machine made are marked', async (id) => {
  expect(await automaticIn('2026.10', id)).toEqual(['mt', 'suggestion'])
  expect(await automaticIn('5.14', id)).toEqual([])
})

test('a search finds units that a machine translated', async () => {
  const query = 'is:automatically-translated'
  expect(await automaticIn('2026.10', 'xliff', query)).toEqual(['mt', 'suggestion'])
  expect(await automaticIn('2026.10', 'xliff', `NOT+${query}`)).toEqual(['empty', 'memory', 'none'])
  expect(await automaticIn('5.14', 'xliff', query)).toEqual([])
})
