import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replaceApiTable } from '../../scripts/api-table.ts'

const readme = readFileSync('README.md', 'utf8')

test("the README's table of addresses agrees with their descriptions", () => {
  expect(readme).toBe(replaceApiTable(readme))
})

test('a row that is missing is written, and one that is wrong is replaced', () => {
  const row =
    '| `units/{id}/checks/` | Failing checks of a unit, with their reasons. Not in Weblate. |  |\n'
  expect(readme).toContain(row)
  expect(replaceApiTable(readme.replace(row, ''))).toBe(readme)
  expect(replaceApiTable(readme.replace(row, '| `units/` | | |\n'))).toBe(readme)
  expect(() => replaceApiTable('# Title\n')).toThrow('expected a table')
})
