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
    'each text that is not empty and new counts for author and co-authors, not for bots',
    { languageCode: 'cs' },
    ['eva cs 3', 'jan cs 2'],
  ],
  ['a filter by time counts its commits', { languageCode: 'cs', to: START + DAY }, ['eva cs 1']],
  ['another language has none of them', { languageCode: 'de' }, []],
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

test('a bot is credited where it is asked for', async () => {
  const { catalog, component } = await openComponent(steps)
  const people = await catalog.people(catalog.current())
  const author = people.directory.authors.find(({ isBot }) => isBot)
  if (author === undefined) throw new Error('expected a bot')
  const credits = await people.credits([component], { author })
  expect(credits.map(({ language, units }) => [language.code, units])).toEqual([['cs', 1]])
})
