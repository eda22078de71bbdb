import { expect, test } from 'vitest'
import { openComponent } from '../support/component.ts'

const PO =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "A"\nmsgstr ""\n'
const SETTINGS = { file_format: 'po', filemask: 'po/*.po', template: '', new_base: 'po/app.pot' }

test.each([
  ['left out by its code', { language_regex: '^(?!en$)' }],
  ['a duplicate of the source', {}],
])(
  'a component whose only file is of the source language has no MissingFile alert: %s',
  async (_, more) => {
    const files = { 'po/app.pot': PO, 'po/en.po': PO }
    const { component } = await openComponent([{ name: 'one', files }], { ...SETTINGS, ...more })
    expect(component.alerts.map(({ name }) => name)).not.toContain('MissingFile')
    expect(component.state).toBe('ready')
    expect(component.translations.map(({ languageCode }) => languageCode)).toEqual(['en'])
  },
)

test('a filemask with brackets gives an alert', async () => {
  const files = { 'app/[lang]/en.json': '{"a": "A"}', 'app/[lang]/nl.json': '{"a": "B"}' }
  const settings = {
    ...{ file_format: 'json', filemask: 'app/[lang]/*.json' },
    template: 'app/[lang]/en.json',
  }
  const { component } = await openComponent([{ name: 'one', files }], settings)
  expect(component.alerts.map(({ message }) => message)).toEqual([
    'app/[lang]/*.json: expected no brackets, since a filemask with brackets matches nothing in Weblate',
  ])
})

test('a filemask without matches gives an alert, also beside a source file', async () => {
  const files = { 'po/app.pot': PO, 'po/en.po': PO }
  const settings = { ...SETTINGS, filemask: 'pos/*.po' }
  const { component } = await openComponent([{ name: 'one', files }], settings)
  expect(component.alerts.map(({ message }) => message)).toEqual([
    'pos/*.po: expected files of translations, found none',
  ])
})

const BROKEN = 'msgid "A'

test.each([
  ['a file of the source translation', 'po/app.pot'],
  ['a file that is no translation', 'po/app.po'],
])('a broken file of sources gives an alert beside readable translations: %s', async (_, path) => {
  const files = { [path]: BROKEN, 'po/l/de.po': PO }
  const settings = { ...SETTINGS, filemask: 'po/l/*.po', new_base: path }
  const { component } = await openComponent([{ name: 'one', files }], settings)
  const message = `${path}:1:7: expected a second double quote on the line`
  const at = { line: 1, column: 7 }
  expect(component.alerts).toEqual([{ name: 'ParseError', filename: path, message, at }])
  expect(component.state).toBe('ready')
  const totals = component.translations.map(({ statistics, alert }) => [
    statistics.total.units,
    alert,
  ])
  expect(totals).toEqual([
    [1, undefined],
    [1, undefined],
  ])
})

test('a broken file of sources is not taken for one of many translations in another format', async () => {
  const translations = { 'po/l/de.po': PO, 'po/l/fr.po': BROKEN, 'po/l/nl.po': BROKEN }
  const files = { 'po/app.po': BROKEN, ...translations }
  const settings = { ...SETTINGS, filemask: 'po/l/*.po', new_base: 'po/app.po' }
  const { component } = await openComponent([{ name: 'one', files }], settings)
  const filenames = component.alerts.map(({ filename }) => filename)
  expect(filenames).toEqual(['po/app.po', 'po/l/fr.po', 'po/l/nl.po'])
})
