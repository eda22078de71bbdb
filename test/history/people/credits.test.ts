import { expect, test } from 'vitest'
import type { CreditFilter } from '../../../src/history/people/credits.ts'
import { openComponent } from '../../support/component.ts'

const START = 1_704_067_200
const DAY = 86_400
const files = (czech: object) => ({
  'l/en.json': '{"a": "Sail", "b": "Boat"}',
  'l/cs.json': JSON.stringify(czech),
})
const eva = { author: 'Eva', email: 'eva@example.com' }
const steps = [
  { name: 'template', files: files({}) },
  { name: 'first', files: files({ a: 'Plachta' }), ...eva },
  {
    name: 'both',
    files: files({ a: 'Plachty', b: 'Loď' }),
    message: 'Translate\n\nCo-authored-by: Eva <eva@example.com>',
    author: 'Jan',
    email: 'jan@example.com',
  },
  { name: 'bot', files: files({ a: 'Plachty', b: 'Lodě' }), author: 'x[bot]', email: 'x@x' },
  { name: 'emptied', files: files({ b: 'Lodě' }), ...eva },
]

test.each<[string, CreditFilter, string[]]>([
  [
    'each new text counts for its author and co-authors, but not for bots or if it is empty',
    { languageCode: 'cs' },
    ['eva cs 3', 'jan cs 2'],
  ],
  [
    'a filter by time counts only commits within it',
    { languageCode: 'cs', to: START + DAY },
    ['eva cs 1'],
  ],
  ['another language has no credits', { languageCode: 'de' }, []],
])('%s', async (_name, filter, expected) => {
  const { catalog, component } = await openComponent(steps)
  const people = await catalog.people(catalog.current())
  const credits = await people.credits([component], filter)
  expect(
    credits
      .map(({ author, language, units }) => `${author.userName} ${language.code} ${units}`)
      .sort(),
  ).toEqual(expected)
})

test('a text counts only if its key is a unit at that commit', async () => {
  const by = (author: string) => ({ author, email: `${author}@example.com` })
  const texts = (en: object, cs: object, folder = 'l') => ({
    [`${folder}/en.json`]: JSON.stringify(en),
    [`${folder}/cs.json`]: JSON.stringify(cs),
  })
  const { catalog, component } = await openComponent(
    [
      { name: 'old', files: texts({ k1: 'One' }, { gone: 'Nic' }, 'o'), ...by('eva') },
      { name: 'moved', files: texts({ k1: 'One' }, { gone: 'Nic' }), ...by('eva') },
      {
        name: 'filtered',
        files: texts({ k1: 'One', x: 'Two' }, { k1: 'A', x: 'B' }),
        ...by('jan'),
      },
      { name: 'early', files: texts({ k1: 'One' }, { k1: 'A', k2: 'C', kx: 'D' }), ...by('ota') },
      { name: 'known', files: texts({ k2: 'Two' }, { k1: 'E', k2: 'F', kx: 'G' }), ...by('petr') },
    ],
    { key_filter: 'k' },
  )
  const people = await catalog.people(catalog.current())
  const credits = await people.credits([component], {})
  expect(
    credits.map(({ author, language, units }) => `${author.userName} ${language.code} ${units}`),
  ).toEqual(['eva en 1', 'jan cs 1', 'petr cs 1', 'petr en 1'])
})

test('files that a component ignores do not count', async () => {
  const { catalog, component } = await openComponent([
    {
      name: 'duplicate',
      files: { ...files({ a: 'Plachta' }), 'l/cs_CZ.json': '{"a": "Plachta!"}' },
      ...eva,
    },
  ])
  const people = await catalog.people(catalog.current())
  const credits = await people.credits([component], { languageCode: 'cs' })
  expect(credits.map(({ language, units }) => [language.code, units])).toEqual([['cs', 1]])
})

test('a bot has credits if a request names it', async () => {
  const { catalog, component } = await openComponent(steps)
  const people = await catalog.people(catalog.current())
  const author = people.directory.authors.find(({ isBot }) => isBot)
  if (author === undefined) throw new Error('expected a bot')
  const credits = await people.credits([component], { author })
  expect(credits.map(({ language, units }) => [language.code, units])).toEqual([['cs', 1]])
})
