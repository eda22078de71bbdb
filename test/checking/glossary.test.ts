import { expect, test } from 'vitest'
import { importScenario } from '../checks/consistency/batch-scenario.ts'

const po = (flags: string) =>
  `${flags && `#, ${flags}\n`}msgid "stone"\nmsgstr "kámen"\n\nmsgid "web"\nmsgstr "síť"\n`

/** The keys of the strings in Czech that do not follow the glossary. */
function failing(glossary: object, { flags = '', project = '' } = {}): string[] {
  const common = { source_language: 'en', template: '' }
  const terms = { ...common, slug: 'terms', name: 'Terms', file_format: 'po', is_glossary: true }
  const web = { ...common, slug: 'web', name: 'Web', file_format: 'json' }
  const texts = { a: 'Rudý kámen', b: 'Rudý stone', c: 'Rudý' }
  const translations = importScenario(
    {
      name: '',
      project_check_flags: project,
      components: [
        { ...terms, filemask: 'terms/*.po', files: { 'terms/cs.po': po(flags) }, ...glossary },
        {
          ...web,
          filemask: 'web/*.json',
          template: 'web/en.json',
          files: {
            'web/en.json': JSON.stringify({ a: 'Red stone', b: 'Red stone', c: 'Red stone' }),
            'web/cs.json': JSON.stringify(texts),
          },
          check_flags: 'check-glossary',
        },
      ],
      expected: {},
    },
    '2026.10',
  )
  const czech = translations.find(
    (translation) => translation.component === 'web' && translation.language === 'cs',
  )
  return (czech?.units ?? [])
    .filter(({ checks }) => checks.includes('check_glossary'))
    .map(({ key }) => key)
}

test.each([
  ['terms count', {}, {}, ['b', 'c']],
  ['those of another source language do not', { source_language: 'de' }, {}, []],
  ['flags of the term', {}, { flags: 'forbidden' }, ['a']],
  ['flags of the glossary', { check_flags: 'forbidden' }, {}, ['a']],
  ['flags of the project', {}, { project: 'forbidden' }, ['a']],
  ['a glossary that is read-only', { check_flags: 'read-only' }, {}, ['a', 'c']],
])('%s', (_, glossary, options, expected) => {
  expect(failing(glossary, options)).toEqual(expected)
})
