import { expect, test } from 'vitest'
import { createNameTest, escapeGlob } from '../../src/git/glob.ts'

test.each([
  ['*', ['de', 'ü', '\u{1f600}'], ['.de', '']],
  ['*.json', ['de.json', '.json.json'.slice(1)], ['de.jsonx', 'djson', '.json']],
  ['.*', ['.de', '.'], ['de']],
  ['a**b', ['ab', 'axb', 'abb'], ['aba']],
  ['*a*a*', ['aa', 'bacad'], ['a']],
  ['?', ['a', '\u{1f600}'], ['', 'ab', '.']],
  ['[ab-d]', ['a', 'b', 'c', 'd'], ['-', 'e', 'ab']],
  ['[!ab]', ['c', '\u{1f600}'], ['a', 'b', '']],
  ['[]x]', [']', 'x'], ['[', '[]x]']],
  ['[z-a]', [], ['z', 'a', '-', 'm']],
  ['[z-a-]', ['-'], ['z', 'a']],
  ['[\u{1f600}-\u{1f610}]x', ['\u{1f605}x'], ['\u{1f620}x']],
  ['a[b', ['a[b'], ['ab']],
  ['a+(b)$', ['a+(b)$'], ['aab']],
])('%s matches %j, but not %j', (glob, names, others) => {
  expect([...names, ...others].filter(createNameTest(glob))).toEqual(names)
})

test('an escaped name matches only itself', () => {
  const fits = createNameTest(escapeGlob('[a]*?.json'))
  expect(['[a]*?.json', 'a*?.json', '[a]xx.json'].filter(fits)).toEqual(['[a]*?.json'])
})

test('each of many stars takes linear time', () => {
  expect(createNameTest(`${'*a'.repeat(190)}b`)('a'.repeat(4000))).toBe(false)
})
