import { expect, test } from 'vitest'
import { problems } from './support.ts'

const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
for (const [name, before] of ['ba', 'cb', 'dc', 'ed', 'fe'].map((pair) => [...pair])) {
  bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`)
}

test.each([
  ['a tab as indentation', 'projects:\n\t- slug: a', ['2:1: Tabs are not allowed as indentation']],
  ['a key twice', 'projects: []\nprojects: []', ['2:1: Map keys must be unique']],
  [
    'only the first of two syntax errors',
    'a: "\\q"\nb: "\\q"',
    ['1:5: Invalid escape sequence \\q'],
  ],
  ['a tag', 'projects: !x []', ['1:11: Unresolved tag: !x']],
  [
    'an unquoted text that looks like an alias',
    'filemask: */x.json',
    ['1:11: */x.json is an alias without an anchor; put the text in quotes: "*/x.json"'],
  ],
  ['a star alone', 'a: [*]', ['1:5: Alias cannot be an empty string; put the text in quotes: "*"']],
  [
    'a text that begins with a reserved character',
    'a: @x y',
    ['1:4: Plain value cannot start with reserved character @; put the text in quotes: "@x"'],
  ],
  [
    'an error that causes others, without them',
    'a: [1\nb: {2\nc: "',
    ['2:1: Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ],
  ['an alias inside itself', 'projects: &p [*p]', ['1:15: more than 20 levels deep']],
  [
    'aliases that multiply',
    bomb.join('\n'),
    ['1:32: more than 200000 values after expanding aliases'],
  ],
  ['brackets without end', '['.repeat(100_000), ['1:22: more than 20 levels deep']],
  ['lists in lists', '- '.repeat(100_000), ['1:43: more than 20 levels deep']],
  [
    'merges of merges',
    [
      `m0: &m0 {${Array.from({ length: 15_000 }, (_, i) => `k${i}: v`).join(', ')}}`,
      ...Array.from({ length: 10 }, (_, i) => `m${i + 1}: &m${i + 1} {<<: *m${i}}`),
    ].join('\n'),
    ['6:9: more than 200000 values after expanding aliases'],
  ],
  ['a text that is too long', ' '.repeat(5_000_000), ['1:1: more than 4194304 characters']],
  ['two documents', 'projects: []\n---\nprojects: []', ['2:1: more than one document']],
  ['a list as key', '? [a]\n: b', ['1:3: a key must be a text']],
  ['a merge of a text', '<<: a\nprojects: []', ['1:1: << needs a mapping']],
  ['nothing', '', ['1:1: needs a mapping with the key projects']],
  ['a list', '- a', ['1:1: needs a mapping with the key projects']],
  ['no projects', 'site_title: x', ['1: projects: is required']],
  ['a mapping of projects', 'projects: {p: {}}', ['1: projects: needs a list']],
  ['projects without a value', 'projects:', ['1: projects: needs a list']],
  [
    'a key that names a property of all objects',
    '__proto__: {a: 1}\nprojects: []',
    ['1: __proto__: unknown field'],
  ],
])('%s', (_name, text, expected) => {
  expect(problems(text)).toStrictEqual(expected)
})

test.each([
  ['anchors', `a: [${Array.from({ length: 2000 }, (_, i) => `&a${i} x, *a${i}`).join(', ')}]`],
  ['keys', Array.from({ length: 2000 }, (_, i) => `k${i}: v`).join('\n')],
])('the first hundred problems are reported for many %s', (_name, text) => {
  const lines = problems(text)
  expect(lines.length).toBeLessThanOrEqual(101)
  expect(lines.join('\n')).toContain('unknown field')
})
