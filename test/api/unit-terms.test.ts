import { expect, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

const FILE = `<martif type="TBX"><text><body><termEntry id="1">
<note from="developer">Of a boat.</note>
<langSet xml:lang="en"><tig><term>skipper</term></tig></langSet>
<langSet xml:lang="cs"><tig><term>kapitán</term><note from="translator">Slang.</note></tig></langSet>
<note from="translator">Do not use.</note>
</termEntry></body></text></martif>`

test("a translator's note on a concept is the explanation of the unit, and no note of its terms", async () => {
  const { path } = await createRepository([{ 'cs.tbx': FILE }])
  const files = { filemask: '*.tbx', file_format: 'tbx' }
  const component = { slug: 'c', name: 'C', repo: path, ...files }
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
  const server = await serveProjects([project])
  const { results } = await server.get<{ results: Record<string, unknown>[] }>(
    '/api/translations/p/c/cs/units/?format=json',
  )
  await server.catalog.close()
  const note = { category: null, origin: 'developer', scope: 'concept', text: 'Of a boat.' }
  const own = { category: null, origin: 'translator', scope: 'term', text: 'Slang.' }
  const term = { id: null, administrative_status: null }
  expect(results.map(({ explanation, tbx_terms }) => ({ explanation, tbx_terms }))).toEqual([
    {
      explanation: 'Do not use.',
      tbx_terms: {
        source: [{ ...term, text: 'skipper', notes: [note] }],
        target: [{ ...term, text: 'kapitán', notes: [own] }],
      },
    },
  ])
  const [unit] = results
  expect(JSON.stringify(unit?.['tbx_terms'])).toContain('{"id":null,"text":"skipper","notes":[')
})
