import { expect, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

async function unitsOf(entry: string): Promise<Record<string, unknown>[]> {
  const text = `<martif type="TBX"><text><body><termEntry id="1">${entry}</termEntry></body></text></martif>`
  const { path } = await createRepository([{ 'cs.tbx': text }])
  const files = { filemask: '*.tbx', file_format: 'tbx' }
  const component = { slug: 'c', name: 'C', repo: path, ...files }
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
  const server = await serveProjects([project])
  const { results } = await server.get<{ results: Record<string, unknown>[] }>(
    '/api/translations/p/c/cs/units/?format=json',
  )
  await server.catalog.close()
  return results
}

const ENTRY = `<note from="developer">Of a boat.</note>
<langSet xml:lang="en"><tig><term>skipper</term></tig></langSet>
<langSet xml:lang="cs"><tig><term>kapitán</term><note from="translator">Slang.</note></tig></langSet>
<note from="translator">Do not use.</note>`

test('the first of several terms has their common notes', async () => {
  const terms = (...texts: string[]) =>
    texts.map((text) => `<tig><term>${text}</term></tig>`).join('')
  const entry = `<descrip type="definition">A ship.</descrip>
<langSet xml:lang="en"><descrip>English.</descrip>${terms('boat', 'craft')}</langSet>
<langSet xml:lang="cs">${terms('loď', 'člun')}</langSet>`
  const term = { id: null, administrative_status: null }
  const note = { origin: 'definition', category: 'definition' }
  expect(await unitsOf(entry)).toEqual([
    expect.objectContaining({
      tbx_terms: {
        source: [
          {
            ...term,
            text: 'boat',
            notes: [
              { ...note, text: 'A ship.', scope: 'concept' },
              { ...note, category: null, text: 'English.', scope: 'language' },
            ],
          },
          { ...term, text: 'craft', notes: [] },
        ],
        target: [
          { ...term, text: 'loď', notes: [] },
          { ...term, text: 'člun', notes: [] },
        ],
      },
    }),
  ])
})

test("a translator's note on a concept is the explanation of the unit, and no note of its terms", async () => {
  const results = await unitsOf(ENTRY)
  const note = { category: null, origin: 'developer', scope: 'concept', text: 'Of a boat.' }
  const slang = { category: null, origin: 'translator', scope: 'term', text: 'Slang.' }
  const term = { id: null, administrative_status: null }
  expect(results.map(({ explanation, tbx_terms }) => ({ explanation, tbx_terms }))).toEqual([
    {
      explanation: 'Do not use.',
      tbx_terms: {
        source: [{ ...term, text: 'skipper', notes: [note] }],
        target: [{ ...term, text: 'kapitán', notes: [slang] }],
      },
    },
  ])
  const [unit] = results
  expect(JSON.stringify(unit?.['tbx_terms'])).toContain('{"id":null,"text":"skipper","notes":[')
})
