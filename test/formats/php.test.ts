import { expect, test } from 'vitest'
import { readStatements } from '../../formats/php/statements.ts'

test.each([
  ["$a = <<<'X'\n\\' \\\\ \\n\nX;", "\\' \\\\ \\n"],
  ["return [<<<'X'\n\\' \\\\\nX\n];", "\\' \\\\"],
])('a nowdoc has no escapes: %j', (file, expected) => {
  expect(readStatements(file).texts.map(({ text }) => text)).toEqual([expected])
})
