import { expect, test } from 'vitest'
import { readStatements } from '../../formats/php/statements.ts'

test.each([
  ["$a = <<<'X'\n\\' \\\\ \\n\nX;", "\\' \\\\ \\n"],
  ["return [<<<'X'\n\\' \\\\\nX\n];", "\\' \\\\"],
])('a nowdoc has no escapes: %j', (file, expected) => {
  expect(readStatements(file).texts.map(({ text }) => text)).toEqual([expected])
})

test('an element that joins texts is skipped, also without a key and before others', () => {
  const { texts } = readStatements("return ['a' . 'b', 'c', 'd' => 'e'];")
  expect(texts.map(({ name, text }) => [name, text])).toEqual([
    ['return[]->[]', 'c'],
    ["return[]->'d'", 'e'],
  ])
  expect(() => readStatements("return ['a' . , 'c'];")).toThrow('expected a value')
})
