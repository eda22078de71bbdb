import { expect, test } from 'vitest'
import { searchView } from '../../src/catalog/search-units.ts'
import { STATE } from '../../src/model/statistics.ts'
import { componentsOf, translationsOf } from '../../src/view/view.ts'
import { openComponent } from '../support/component.ts'
import { openDemo } from '../support/demo.ts'

const CSV = 'source,target,context\nEbb,Odliv,tide\nEbb,Odtok,tide\nWind,Vítr,air\n'

test('an exact context is found among rows of a bilingual file with the same text', async () => {
  const { catalog } = await openComponent([{ name: 'one', files: { 'l/cs.csv': CSV } }], {
    filemask: 'l/*.csv',
    template: '',
    file_format: 'csv-multi-utf-8',
  })
  const contexts = async (query: string) => {
    const units = await searchView(catalog.current(), { query, now: 0 }, catalog)
    return Array.from({ length: units.count }, (_, index) => {
      const { translation, row } = units.unit(index)
      return `${translation.language.code} ${translation.units().table.contexts.at(row)}`
    }).sort()
  }
  const queries = ['context:=tide', 'key:=air', 'context:=none']
  expect(await Promise.all(queries.map(contexts))).toEqual([
    ['cs tide', 'en tide'],
    ['cs air', 'en air'],
    [],
  ])
})

test('searching each state finds as many units as are counted', async () => {
  const { catalog } = await openDemo()
  const view = catalog.current()
  const all = translationsOf(componentsOf(view)).flatMap((translation) => [
    ...translation.units().states,
  ])
  for (const [name, state] of Object.entries(STATE)) {
    const query = `state:${name.replace('needsR', 'needs-r').toLowerCase()}`
    const units = await searchView(view, { query, now: 0 }, catalog)
    const states = Array.from({ length: units.count }, (_, index) => {
      const { translation, row } = units.unit(index)
      return translation.units().states[row]
    })
    expect([query, states]).toEqual([query, all.filter((value) => value === state)])
  }
})
