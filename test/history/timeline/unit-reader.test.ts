import { expect, onTestFinished, test } from 'vitest'
import type { SourceTable } from '../../../src/model/unit.ts'
import { toFormerUnits } from '../../../src/reading/former-units.ts'
import { serveProjects } from '../../support/catalog.ts'
import { type Choices, createChoices } from '../../support/choices.ts'
import { createHistory, type Step } from '../../support/history.ts'

const KEYS = 'abcdefgh'.split('')

/** A file with one member per line; keys may repeat, and every tenth file is broken. */
function textOf({ below, pick }: Choices, lines: string[]): string {
  for (let change = below(3); change >= 0; change--) {
    const at = below(lines.length + 1)
    const line = `  "${pick(KEYS)}": "${pick(['A', 'B', '', 'C'])}"`
    lines.splice(at, below(2), line)
  }
  const text = `{\n${lines.join(',\n')}\n}\n`
  return below(10) === 0 ? text.slice(0, -3) : text
}

function rowsOf({ count, contexts, sources }: SourceTable): unknown[] {
  return Array.from({ length: count }, (_, row) => [contexts.at(row), sources.at(row)])
}

test.each([
  ['a template', {}],
  ['a key filter', { key_filter: '^[a-e]' }],
  ['an intermediate file', { intermediate: 'l/dev.json' }],
])(
  'former templates read in sequence have the same sources as read alone (%s)',
  async (_name, fields) => {
    const choices = createChoices(11)
    const lines: Record<string, string[]> = { en: [], dev: [] }
    const steps = Array.from({ length: 30 }, (_, index): Step => {
      const files = Object.entries(lines).map(([code, texts]) => [
        `l/${code}.json`,
        textOf(choices, texts),
      ])
      return { name: `${index}`, files: { ...Object.fromEntries(files), 'l/cs.json': '{}' } }
    })
    const { path } = await createHistory(steps)
    const component = {
      ...{ slug: 'l', name: 'L', repo: path, branch: 'main', file_format: 'json' },
      ...{ filemask: 'l/*.json', template: 'l/en.json', language_regex: '^(en|cs)$', ...fields },
    }
    const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
    const { catalog } = await serveProjects([project])
    onTestFinished(catalog.close)
    await catalog.complete
    const [served] = catalog.current().projects[0]?.components ?? []
    const history = served && catalog.historyOf(served)
    if (history === undefined) throw new Error('expected a history')
    const { timeline, reader } = history
    const former = reader.former()
    const read = timeline.steps.map(({ index }) => {
      const files = timeline.files(index)
      const [template, translation] = files.files.map((file) => reader.read(files, file))
      const expected =
        translation && 'value' in translation ? rowsOf(translation.value.units().table) : undefined
      const sources = former.sources(files)?.list
      expect(sources?.map(({ context, source }) => [context, source])).toEqual(expected)
      const units =
        template && 'value' in template
          ? { value: toFormerUnits(template.value.units(), served!.config).list }
          : template
      const read = former.read(files, files.files[0]!)
      expect('value' in read ? { value: read.value.list } : read).toMatchObject(units!)
      return expected
    })
    expect(read.filter((units) => units === undefined).length).toBeGreaterThan(1)
    expect(read.filter((units) => (units?.length ?? 0) > 3).length).toBeGreaterThan(10)
  },
)
