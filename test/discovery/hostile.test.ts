import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { discover } from '../../src/discovery/discover.ts'
import { discoverIn, foundIn } from './tree.ts'

const texts = { hello: 'Hello', bye: 'Bye' }

test.each([
  ['wildcards', 'l*'],
  ['brackets', '[l]'],
  ['control characters', 'l\n'],
  ['parents', '..'],
  ['nothing', ''],
  ['a name that is too long', 'l'.repeat(401)],
])('paths with %s give no component', (_, folder) => {
  const tree = {
    [`${folder}/de.json`]: texts,
    [`${folder}/en.json`]: texts,
    [`${folder}/res/values/strings.xml`]: '<resources><string name="a">x</string></resources>',
    [`${folder}/res/values-de/strings.xml`]: '<resources/>',
  }
  expect(foundIn({ ...tree, 'i18n/de.json': texts, 'i18n/en.json': texts })).toEqual([
    'json i18n/*.json i18n/en.json',
  ])
})

test.each([
  ['deeply nested', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['broken', '{ "a": '],
  ['binary', '\u0000\ufffd\u0001'],
  ['a number', '7'],
  ['keys of objects', '{"__proto__": {"lang": "x"}, "constructor": "y", "hello": "z"}'],
])('a translation that is %s does not prevent finding the others', (_, text) => {
  const tree = { 'l/de.json': texts, 'l/en.json': texts, 'l/fr.json': text }
  expect(discoverIn(tree).components.map(({ filemask }) => filemask)).toEqual(['l/*.json'])
})

test('files that cannot be read are found by their paths', () => {
  const paths = ['l/de.json', 'l/en.json', 'res/values/strings.xml', 'res/values-de/strings.xml']
  const { components } = discover({ paths, read: () => undefined })
  expect(components.map(({ fileFormat, filemask }) => [fileFormat, filemask])).toEqual([
    ['aresource', 'res/values-*/strings.xml'],
    ['json-nested', 'l/*.json'],
  ])
})

test('an invalid l10n.yaml or one with an outside path is ignored', () => {
  for (const text of ['{', 'arb-dir: ../../etc\n', 'arb-dir: [1]\n', '&a [*a, *a]']) {
    const tree = { 'l10n.yaml': text, 'lib/l10n/app_de.arb': '{}', 'lib/l10n/app_en.arb': '{}' }
    expect(foundIn(tree)).toEqual(['arb lib/l10n/app_*.arb lib/l10n/app_en.arb'])
  }
})

test('only possible translations are read, each once', () => {
  const asked: string[] = []
  const paths = [
    'src/main.ts',
    'package.json',
    'docs/a.json',
    'dist/de.json',
    'l/de.json',
    'l/en.json',
  ]
  discover({
    paths,
    read: (path) => {
      asked.push(path)
      return Buffer.from('{"a": "b"}')
    },
  })
  expect(asked.sort()).toEqual(['l/de.json', 'l/en.json'])
})

test('discovered components are always valid in a configuration', () => {
  const names = ["it's #1: {a}", '---', 'a'.repeat(120), 'Ünï', '語', '%41', 'null']
  const tree = Object.fromEntries(
    names.flatMap((name) => ['de', 'en', 'x_y'].map((code) => [`${name}/${code}.json`, texts])),
  )
  const { components } = discoverIn(tree)
  const text = JSON.stringify({
    projects: [
      {
        slug: 'p',
        name: 'p',
        web: 'https://p.example/',
        repo: '/r',
        components: components.map((component) => ({
          slug: component.slug,
          name: component.name,
          filemask: component.filemask,
          template: component.template,
          file_format: component.fileFormat,
          ...(component.languageRegex && { language_regex: component.languageRegex }),
        })),
      },
    ],
  })
  const { projects } = readConfig({ text, file: 'x', environment: {}, readSecretFile: () => '' })
  expect(projects[0]?.components.length).toBe(names.length)
})
