import { expect, test } from 'vitest'
import { openComponent } from '../support/component.ts'

const en = { a: 'One', b: 'Two' }

/** Translated strings of a component by language, and the messages of its alerts. */
async function read(files: Readonly<Record<string, object>>, settings: object = {}) {
  const texts = Object.entries({ en, ...files }).map(([code, keys]) => {
    return [`l/${code}.json`, JSON.stringify(keys)] as const
  })
  const { component } = await openComponent(
    [{ name: 'one', files: Object.fromEntries(texts) }],
    settings,
  )
  return {
    translated: component.translations.map(({ languageCode, statistics }) => [
      languageCode,
      statistics.translated.units,
    ]),
    alerts: component.alerts.map(({ message }) => message),
  }
}

test('a text longer than 1,048,576 characters gives an alert with its place, and other files are served', async () => {
  const long = 'x'.repeat(1024 * 1024)
  expect(await read({ cs: { a: long }, de: { b: `${long}x` }, fr: { a: 'Un' } })).toEqual({
    translated: [
      ['en', 2],
      ['cs', 1],
      ['de', 0],
      ['fr', 1],
    ],
    alerts: ['l/de.json:1:2: expected at most 1048576 characters, found 1048577 at "b"'],
  })
})

test('a control character gives an alert with its name and place, and no text is lost', async () => {
  expect(await read({ de: { a: 'Ei\u0001ns', b: 'Zwei' }, fr: { a: 'Un' } })).toEqual({
    translated: [
      ['en', 2],
      ['de', 2],
      ['fr', 1],
    ],
    alerts: ['l/de.json:1:2: The text holds the control character U+0001 START OF HEADING'],
  })
})

test('messages contain only the beginning of a long key', async () => {
  const key = 'k'.repeat(5000)
  const { alerts } = await read({ en: { [key]: 'x' }, de: { [key]: 'x'.repeat(1024 * 1024 + 1) } })
  expect(alerts).toEqual([
    expect.stringMatching(
      /^l\/de\.json:1:2: expected at most 1048576 characters, found 1048577 at "k{200,300}…$/,
    ),
  ])
})

test.each([
  ['max_bytes: 45', { max_bytes: 45 }],
  ['max_units: 4', { max_units: 4 }],
])('files beyond %s give alerts', async (limit, settings) => {
  const message = `expected all files of the component to hold at most ${limit}`
  expect(await read({ cs: { a: 'Jeden' }, de: { a: 'Eins' }, fr: { a: 'Un' } }, settings)).toEqual({
    translated: [
      ['en', 2],
      ['cs', 1],
      ['de', 0],
      ['fr', 0],
    ],
    alerts: [`l/de.json: ${message}`, `l/fr.json: ${message}`],
  })
})

test('a key too long for the key filter gives an alert, and a slow filter does not', async () => {
  const settings = { key_filter: '(a*)*b' }
  const slow = { [`${'a'.repeat(50_000)}!`]: 'x', ab: 'y' }
  expect(await read({ en: slow, de: slow }, settings)).toEqual({
    translated: [
      ['en', 1],
      ['de', 1],
    ],
    alerts: [],
  })
  const { alerts } = await read({ en: { ['a'.repeat(1_010_000)]: 'x' } }, settings)
  expect(alerts.length).toBe(1)
  expect(alerts[0]).toMatch(/^l\/en.json:1:1: expected a key that is short enough for key_filter/)
})
