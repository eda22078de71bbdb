import { expect, test } from 'vitest'
import { phpSources } from '../../formats/php/php.ts'
import { readStatements } from '../../formats/php/statements.ts'

test.each([
  ["$a = <<<'X'\n\\' \\\\ \\n\nX;", "\\' \\\\ \\n"],
  ["return [<<<'X'\n\\' \\\\\nX\n];", "\\' \\\\"],
])('a nowdoc has no escapes: %j', (file, expected) => {
  expect(readStatements(file).texts.map(({ text }) => text)).toEqual([expected])
})

test('a concatenated element is skipped, also without a key and before others', () => {
  const { texts } = readStatements("return ['a' . 'b', 'c', 'd' => 'e'];")
  expect(texts.map(({ name, text }) => [name, text])).toEqual([
    ['return[]->[]', 'c'],
    ["return[]->'d'", 'e'],
  ])
  expect(() => readStatements("return ['a' . , 'c'];")).toThrow('expected a value')
})

test.each([
  ["return ['a' = 'x', 'b' => 'y'];", 'expected a value or an operator, found =', 13],
  ["return ['a' : 'x'];", 'expected a value or an operator, found :', 13],
  ["f('a' = 'x');", 'expected a value or an operator, found =', 7],
  [
    "return ['a' => 'it's and that's', 'b' => 'y'];",
    'expected a value or an operator, found s',
    20,
  ],
  ["return ['a' => 'x';, 'b' => 'y'];", 'expected a value or an operator, found ;', 19],
  ["return ['a' => 'x'<, 'b' => 'y'];", 'expected a value or an operator, found ,', 20],
  ["return ['a' =>, 'b' => 'y'];", 'expected a value or an operator, found ,', 15],
  ["$a = 'x' . ;", 'expected a value or an operator, found ;', 12],
  ["$a['b']  'x';", "expected a value or an operator, found 'x'", 10],
  ["f($a, => 'x');", 'expected a value or an operator, found =>', 7],
  ['$a = b\\;', 'expected a value or an operator, found ;', 8],
  ['$a = $ b;', 'expected a value or an operator, found b', 8],
  ['f(1 ? 2 :);', 'expected a value or an operator, found )', 10],
  ["f('x');,", 'expected a value or an operator, found the end of the file', 9],
  ['return [‘a’ => ‘x’];', 'expected ASCII outside of quotes, found ‘', 9],
  ["$a = 'x';\u00a0", 'expected ASCII outside of quotes, found \u00a0', 10],
])('a typing error fails the file: %s', (file, message, column) => {
  expect(() => readStatements(file)).toThrow(expect.objectContaining({ message, line: 1, column }))
})

test('texts, comments and what is outside PHP may have any characters', () => {
  const file = "<b>‘</b><?php // ‘\n$a = 'ž'; # “\n$bž = $c ? 'ž' : \"‘\"; $d = 1 /* ž */ ?>‘"
  expect(readStatements(file).texts.map(({ text }) => text)).toEqual(['ž'])
})

test.each([
  'for (;;) { $x++; }',
  'if ($x === -1 && !$y or @$z) : $x .= &$y; endif;',
  'switch ($x) { case "x": default: f(.5, 0b1, 0x1f, $x ?: "y"); }',
  'class A extends \\B\\C { const D = +1; static function &e(array &$f, self $g = null) { return $this->$f->{"x"}; } }',
  'foreach (array("a" => "b") as $x => $y) { list(, $z) = $$x; }',
  '$f = function ($x) use (&$y) { return $x instanceof A xor $y; };',
])('programs between the texts are skipped: %s', (program) => {
  const { texts } = readStatements(`${program} $a = 'x';`)
  expect(texts.map(({ text }) => text)).toEqual(['x'])
})

test.each([
  ["return ['Open it' => 'Öffnen', 'b' => '', 'n' => ['x' => 'y']];", ['Open it:Öffnen', 'b:']],
  ["return array('It\\'s' => 'A');", ["It's:A"]],
  ["$lang['Open it'] = 'A';", ['Open it:A']],
])('keys of PHP are the source texts: %s', (file, expected) => {
  const options = { languageCode: 'de', isMonolingual: false }
  const { entries } = phpSources.parse(Buffer.from(file), options)
  const pairs = entries.map(({ source, target }) => `${source}:${target}`)
  expect(pairs).toEqual(expected)
  expect(entries.map(({ context, position }) => [context, position])).toEqual(
    expected.map((_, index) => ['', index + 1]),
  )
})
