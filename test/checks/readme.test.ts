import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replaceCheckTable } from '../../scripts/check-table.ts'

const readme = readFileSync('README.md', 'utf8')

test("the README's table of checks agrees with the registry", () => {
  expect(readme).toBe(replaceCheckTable(readme))
})

test('a row that is missing is written, and one that is wrong is replaced', () => {
  const row = '| `c_sharp_format` | C# format | targets | `c-sharp-format` or `csharp-format` |\n'
  expect(readme).toContain(row)
  expect(replaceCheckTable(readme.replace(row, ''))).toBe(readme)
  expect(replaceCheckTable(readme.replace(row, '| `c` | | | |\n'))).toBe(readme)
  expect(() => replaceCheckTable('# Title\n')).toThrow('expected a table')
})
