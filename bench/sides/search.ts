import { openCatalog } from '../../src/catalog/catalog.ts'
import { searchView } from '../../src/catalog/search-units.ts'
import { hasFailing } from '../../src/model/failing-checks.ts'
import type { Translation } from '../../src/model/model.ts'
import type { Units } from '../../src/model/unit.ts'
import { unitId } from '../../src/view/unit-id.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

/** Tests a row with the simplest code over the columns. */
type Plain = (translation: Translation, units: Units, row: number) => boolean

const WORD = /abc/iu
const PLAIN: Readonly<Record<string, Plain>> = {
  word: (_, { table, targets }, row) =>
    WORD.test(table.sources.at(row) ?? '') ||
    WORD.test(targets.at(row) ?? '') ||
    WORD.test(table.contexts.at(row) ?? ''),
  text: (_, { targets }, row) => WORD.test(targets.at(row) ?? ''),
  state: (_, { states }, row) => (states[row] ?? 0) >= 20,
  checks: ({ failing }, _, row) => hasFailing(failing, row),
}

const { config, queries } = sideArgument<{
  config: string
  queries: Readonly<Record<string, string>>
}>()
const catalog = await openCatalog({ config: benchConfig(config), environment: process.env })
await catalog.ready
const view = await catalog.view()
const translations = view.projects.flatMap(({ components }) =>
  components.flatMap((component) => component.translations),
)
const example = translations.at(-1)
if (example === undefined) throw new Error('expected translations')
const id = unitId(example, 7)
const context = example.units().table.contexts.at(7) ?? ''

/** Returns the best of many passes, since the first ones are not compiled yet. */
async function best(
  work: () => number | Promise<number>,
): Promise<{ milliseconds: number; count: number }> {
  let milliseconds = Number.POSITIVE_INFINITY
  let count = 0
  for (let round = 0; round < 25; round++) {
    const start = performance.now()
    count = await work()
    milliseconds = Math.min(milliseconds, performance.now() - start)
  }
  return { milliseconds, count }
}

function plainPass(test: Plain): number {
  let count = 0
  for (const translation of translations) {
    const rows: number[] = []
    const units = translation.units()
    const { length } = units.states
    for (let row = 0; row < length; row++) if (test(translation, units, row)) rows.push(row)
    count += rows.length
  }
  return count
}

/** Reads the first page like `units/?q=`: the count and 200 units. Adds another space each time to bypass the cache. */
let spaces = 0
async function search(query: string): Promise<number> {
  spaces += 1
  const units = await searchView(view, { query: query + ' '.repeat(spaces), now: 0 }, catalog)
  for (let index = 0; index < Math.min(200, units.count); index++) units.unit(index)
  return units.count
}

const figures: Record<string, number> = {}
let agreed = 0
for (const [name, given] of Object.entries(queries)) {
  const query = given.replace('ID', String(id)).replace('CONTEXT', context)
  const ours = await best(() => search(query))
  figures[name] = ours.milliseconds
  agreed += ours.count
  const test = PLAIN[name]
  if (test === undefined) continue
  const plain = await best(() => plainPass(test))
  if (plain.count !== ours.count) throw new Error(`${query}: ${ours.count}, but ${plain.count}`)
  figures[`plain ${name}`] = plain.milliseconds
}
await catalog.close()
finish({ milliseconds: figures['word'] ?? 0, agreed, figures })
