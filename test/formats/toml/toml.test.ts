import { expect, test } from 'vitest'
import { formats } from '../../../formats/index.ts'
import { placeAt } from '../../../src/text.ts'

/** Context, text, state and line of each entry; plural forms are divided by `|`. */
function read(id: string, source: string | Uint8Array, languageCode = 'en'): unknown[][] {
  const format = formats.get(id)!
  const bytes = Buffer.from(source)
  const { entries } = format.parse(bytes, { languageCode, isMonolingual: true })
  return entries.map(({ context, target, state, offset }) => [
    context,
    target.replaceAll('\u001e\u001e', '|'),
    state,
    placeAt(format.decode(bytes), offset).line,
  ])
}

test('every value is an entry, in the order of the file, with its line', () => {
  const source = `# Comment
10 = "x" # "y
"a \\"b".'c.d' . e = """
One \\
  two"""""
2 = 'it is "so"'
list = [ "#]", # ]
  'b', {k = "c"} ]
[t.u] # [v]
empty = ""
[[l]]
a = '''
[x]
a = "y"'''
[l.sub]
a = "1"
[[l]]
a = "2"
[t]
late = "z"
`
  expect(read('toml', source)).toEqual([
    ['10', 'x', 'translated', 2],
    ['a "b.c.d.e', 'One two""', 'translated', 3],
    ['2', 'it is "so"', 'translated', 6],
    ['list[0]', '#]', 'translated', 7],
    ['list[1]', 'b', 'translated', 8],
    ['list[2].k', 'c', 'translated', 8],
    ['t.u.empty', '', 'untranslated', 10],
    ['t.late', 'z', 'translated', 20],
    ['l[0].a', '[x]\na = "y"', 'translated', 12],
    ['l[0].sub.a', '1', 'translated', 16],
    ['l[1].a', '2', 'translated', 18],
  ])
})

test('values in brackets keep the order of the file and have their lines', () => {
  const source = `a = { 10 = "x", "2" = [
  'y', # }
  {k.l = ''''z''''}, # ]
], m = 2024-01-31 }
b = [1, [ 2, 3
], true]
`
  expect(read('toml', source)).toEqual([
    ['a.10', 'x', 'translated', 1],
    ['a.2[0]', 'y', 'translated', 2],
    ['a.2[1].k.l', "'z'", 'translated', 3],
    ['a.m', '2024-01-31', 'translated', 4],
    ['b[0]', '1', 'translated', 5],
    ['b[1][0]', '2', 'translated', 5],
    ['b[1][1]', '3', 'translated', 5],
    ['b[2]', 'True', 'translated', 6],
  ])
})

test('numbers, dates and booleans are written as in JSON', () => {
  const source = 'a = 1_000\nb = 0x1f\nc = 1.0\nd = true\ne = 2024-01-31\nf = -inf\n__proto__ = 0'
  expect(read('toml', source).map(([context, target]) => [context, target])).toEqual([
    ['a', '1000'],
    ['b', '31'],
    ['c', '1.0'],
    ['d', 'True'],
    ['e', '2024-01-31'],
    ['f', '-inf'],
    ['__proto__', '0'],
  ])
})

test('a message of go-i18n is a text, or a table of plural forms', () => {
  const source = 'a = "A"\n\n[b]\nother = "n"\ndescription = "What"\none = "1"\n'
  expect(read('go-i18n-toml', source)).toEqual([
    ['a', 'A', 'translated', 1],
    ['b', '1|n', 'translated', 3],
  ])
  expect(() => read('go-i18n-toml', 'a = "A"\nb = 1\n')).toThrow(
    'expected a text or plural forms, found a number',
  )
})

test('keys of go-i18n messages begin with the keys of their groups', () => {
  const source = '[a]\nother.other = "A"\n[a.b]\none = "1"\nother = "n"\n[c]\n'
  expect(read('go-i18n-toml', source)).toEqual([
    ['a.other', 'A', 'translated', 2],
    ['a.b', '1|n', 'translated', 3],
  ])
  expect(() => read('go-i18n-toml', '[a]\ndescription = "d"\nb = "B"\n')).toThrow(
    'expected a text or plural forms, found an object',
  )
})

test('long keys of groups above many messages of go-i18n are refused', () => {
  const messages = Array.from({ length: 4000 }, (_, index) => `k${index} = "x"\n`).join('')
  expect(() => read('go-i18n-toml', `[${'a'.repeat(100_000)}]\n${messages}`)).toThrow(
    'expected shorter keys, found over 256 million characters',
  )
})

test.each([
  ['cs', 'one = "1"\nother = "n"', '1||n', 'translated'],
  ['ja', 'one = "1"\nother = "n"', 'n', 'translated'],
  ['pl', 'many = "m"\none = "1"\nfew = "f"\nother = "n"', '1|f|m', 'translated'],
  ['de', 'zero = "0"\nother = "n"', '|n', 'translated'],
  ['cs', 'other = "n"', 'n', 'translated'],
  ['de', 'one = ""\nother = ""', '|', 'untranslated'],
])('plural forms of go-i18n are assigned by name in %s: %j', (code, forms, target, state) => {
  expect(read('go-i18n-toml', `[a]\n${forms}\n`, code)).toEqual([['a', target, state, 1]])
})

test.each<[string, string | Uint8Array, number, number, RegExp]>([
  ['a key twice', 'a = "b"\na = "c"', 2, 1, /^expected TOML, found: trying to redefine/],
  ['a text without end', 'a = "b', 1, 5, /unfinished string/],
  ['half a character', 'a = "\\ud800"', 1, 6, /invalid unicode escape/],
  ['NUL', 'a = "\0"', 1, 6, /control characters/],
  ['a second byte order mark', '\ufeff\ufeffa = "b"', 1, 1, /found a byte order mark/],
  ['what is no UTF-8', Uint8Array.of(0x61, 0x3d, 0x22, 0xff, 0x22), 1, 4, /expected UTF-8/],
  ['lists in lists', `a = ${'['.repeat(100_000)}`, 1, 205, /nested/],
  ['tables in tables', `a = ${'{a='.repeat(100_000)}`, 1, 605, /nested/],
  ['a key of many parts', `b = 1\n${'a.'.repeat(300)}a = 1`, 2, 1, /at most 200 levels/],
])('%s is refused', (_, source, line, column, message) => {
  expect(() => read('toml', source)).toThrow(expect.objectContaining({ line, column }))
  expect(() => read('toml', source)).toThrow(message)
})

test('millions of comments are read', () => {
  expect(read('toml', `${'#\n'.repeat(2_000_000)}a = "b"`)).toEqual([
    ['a', 'b', 'translated', 2_000_001],
  ])
})
