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
