import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const plural = (forms: Readonly<Record<string, string>>) => {
  const texts = Object.entries({
    NSStringFormatSpecTypeKey: 'NSStringPluralRuleType',
    NSStringFormatValueTypeKey: 'd',
    ...forms,
  })
  const pairs = texts.map(([key, text]) => `<key>${key}</key><string>${text}</string>`).join('')
  return `<plist version="1.0"><dict><key>days</key><dict>
<key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>${pairs}</dict>
</dict></dict></plist>`
}

type Row = readonly [rule: string, severity: string, context: string, languages: string[], string]

/** The findings in discovered files, without the fields common to all failures. */
async function findings(files: Readonly<Record<string, string>>): Promise<Row[]> {
  const { out } = await gitglot(createCheckout(files), [
    ...['check', '--format', 'json', '--fail-on', 'note'],
    ...['--ignore', 'multiple_failures,same,end_stop,same-plurals'],
  ])
  const report = JSON.parse(out) as {
    findings: {
      rule: string
      severity: string
      context: string
      languages: string[]
      places: { message: string }[]
    }[]
  }
  return report.findings.map(({ rule, severity, context, languages, places }) => {
    return [rule, severity, context, languages, places[0]?.message ?? '']
  })
}

const android = (name: string, items: Readonly<Record<string, string>>) =>
  `<resources><plurals name="${name}">${Object.entries(items)
    .map(([quantity, text]) => `<item quantity="${quantity}">${text}</item>`)
    .join('')}</plurals></resources>`

describe.skipIf(!hasGit())('missing plural forms', () => {
  test('of gotext: a text without forms is used for all numbers', async () => {
    const cases = (one: string, other: string) => ({
      select: { feature: 'plural', arg: 'N', cases: { one, other } },
    })
    const catalogue = (language: string, translation: object | string) =>
      JSON.stringify({ language, messages: [{ id: '{N} files', translation }] })
    expect(
      await findings({
        'locales/en/out.gotext.json': catalogue('en', cases('One file', '{N} files')),
        'locales/de/messages.gotext.json': catalogue('de', 'Dateien: {N}'),
        'locales/sv/messages.gotext.json': catalogue('sv', cases('', '{N} filer')),
      }),
    ).toEqual([
      ['plurals', 'error', '{N} files', ['sv'], 'The translation lacks the plural form `one`'],
      [
        'optional-form',
        'note',
        '{N} files',
        ['de'],
        'The translation has one text for all numbers',
      ],
    ])
  })

  test('of a stringsdict: the form for zero, unless the language has one, and the one for millions', async () => {
    expect(
      await findings({
        'en.lproj/L.stringsdict': plural({ one: '%d day', other: '%d days' }),
        'de.lproj/L.stringsdict': plural({ one: '%d Tag', other: '%d Tage' }),
        'cs.lproj/L.stringsdict': plural({ one: '%d den', other: '%d dní' }),
        'fr.lproj/L.stringsdict': plural({ one: '%d jour', other: '%d jours' }),
        'lv.lproj/L.stringsdict': plural({ one: '%d diena', other: '%d dienas' }),
      }),
    ).toStrictEqual([
      [
        ...['plurals', 'error', 'days:n', ['cs', 'lv']],
        'The translation lacks the plural forms `zero, few`',
      ],
      [
        ...['zero-form', 'note', 'days:n', ['de']],
        'The translation lacks the plural form `zero`; programs take another form',
      ],
      [
        ...['optional-form', 'note', 'days:n', ['fr']],
        'The translation lacks the plural forms `zero, many`; programs take another form',
      ],
    ])
  })

  test('of Laravel: ranges replace the forms of the language', async () => {
    const file = (ranges: string, exact: string, forms: string) =>
      `<?php return ['ranges' => '${ranges}', 'exact' => '${exact}', 'forms' => '${forms}'];\n`
    const texts = ['{0} a|[1,*] b', '{0} a|{1} b', '{0} a|b'] as const
    expect(
      await findings({
        'lang/en/m.php': file(...texts),
        'lang/ru/m.php': file(...texts),
        'lang/fr/m.php': file('{0} a|[1,*] b', '{0} c|[1,*] d', '{0} e|[1,*] f'),
      }),
    ).toStrictEqual([
      ['plurals', 'error', 'exact', ['ru'], 'Form 3 of the translation is empty'],
      ['plurals', 'error', 'forms', ['ru'], 'Form 3 of the translation is empty'],
    ])
  })

  test('of Rails: those that its own rules have no number for are notes, others errors with their names', async () => {
    const file = (code: string, ...lines: readonly string[]) =>
      [`${code}:`, '  posts:', ...lines.map((line) => `    ${line}`), ''].join('\n')
    expect(
      await findings({
        'config/locales/en.yml': file('en', 'one: "%{count} post"', 'other: "%{count} posts"'),
        'config/locales/fr.yml': file('fr', 'one: "%{count} un"', 'other: "%{count} des"'),
        'config/locales/he.yml': file('he', 'one: "%{count} a"', 'other: "%{count} b"'),
        'config/locales/it.yml': 'it:\n  posts: "%{count} pezzi"\n',
        'config/locales/pl.yml': file('pl', 'one: "%{count} a"', 'other: "%{count} b"'),
        'config/locales/ru.yml': file('ru', 'one: "%{count} a"', 'many: "%{count} b"'),
        'config/locales/es.yml': file('es', 'one: "%{count} a"', 'many: "%{count} b"'),
      }),
    ).toStrictEqual([
      [
        ...['plurals', 'error', 'posts', ['es', 'pl', 'ru']],
        'The translation lacks the plural form `other`',
      ],
      [
        ...['optional-form', 'note', 'posts', ['fr', 'he', 'it']],
        'The translation lacks the plural form `many`; programs take another form',
      ],
    ])
    const only = await findings({
      'config/locales/en.yml': file('en', 'one: "%{count} post"', 'other: "%{count} posts"'),
      'config/locales/pl.yml': file('pl', 'one: "%{count} a"', 'other: "%{count} b"'),
    })
    expect(only.at(0)?.at(4)).toBe('The translation lacks the plural forms `few, many`')
    const gap = await findings({
      'config/locales/en.yml': file('en', 'one: "%{count} post"', 'other: "%{count} posts"'),
      'config/locales/ru.yml': file('ru', 'one: "%{count} a"', 'many: "%{count} b"'),
    })
    expect(gap.at(0)?.at(4)).toBe('The translation lacks the plural form `few`')
    const single = await findings({
      'config/locales/en.yml': 'en:\n  posts: "Billion"\n',
      'config/locales/pt-BR.yml': file('pt-BR', 'one: bilhão', 'other: bilhões'),
    })
    expect(single).toStrictEqual([
      [
        ...['optional-form', 'note', 'posts', ['pt_BR']],
        'The translation lacks the plural form `many`; programs take another form',
      ],
    ])
  })

  test('of i18next 3: the form for millions, and all of a key that is a text', async () => {
    const two = '{"n":"{{count}} a","n_plural":"{{count}} b","title":"The title"}'
    expect(
      await findings({
        'locales/en/app.json': two,
        'locales/fr/app.json': two.replace('The title', 'Le titre'),
        'locales/de/app.json': '{"n":"{{count}} c","title":"Der Titel"}',
      }),
    ).toStrictEqual([
      [
        ...['optional-form', 'note', 'n', ['de', 'fr']],
        'The translation has one text for all numbers',
      ],
    ])
  })

  test('of i18next 4 and of Android all are errors, with the keys or names that are missing', async () => {
    const en = '{"scope":{"items_one":"{{count}} item","items_other":"{{count}} items"},"t":"T"}'
    expect(
      await findings({
        'locales/en.json': en,
        'locales/fr.json': en.replaceAll('item', 'objet').replaceAll('objets_', 'items_'),
        'app/src/main/res/values/strings.xml': android('days', { one: '%d a', other: '%d b' }),
        'app/src/main/res/values-es/strings.xml': android('days', { one: '%d c', other: '%d d' }),
      }),
    ).toStrictEqual([
      [...['plurals', 'error', 'days', ['es']], 'The translation lacks the plural form `many`'],
      [...['plurals', 'error', 'scope.items', ['fr']], 'The translation lacks `scope.items_many`'],
    ])
  })

  test('of i18next 4: several are named together', async () => {
    const en = '{"scope-count_one":"{{count}} item","scope-count_other":"{{count}} items"}'
    const rows = await findings({
      'locales/en.json': en,
      'locales/pl.json': '{"scope-count_one":"{{count}} a","scope-count_other":"{{count}} b"}',
    })
    expect(rows.map(([, , , , message]) => message)).toStrictEqual([
      'The translation lacks `scope-count_few, scope-count_many`',
    ])
  })

  test('of i18next: forms that the source lacks too, and ordinals by their own rules, are complete', async () => {
    const ordinals = {
      one: '{{count}}st',
      two: '{{count}}nd',
      few: '{{count}}rd',
      other: '{{count}}th',
    }
    const en = {
      gender_male: 'Male person',
      gender_female: 'Female person',
      gender_other: 'Another gender',
      step_one: 'The first step',
      step_two: 'The second step',
      ...Object.fromEntries(
        Object.entries(ordinals).map(([form, text]) => [`place_ordinal_${form}`, text]),
      ),
    }
    const file = (texts: Readonly<Record<string, string>>) => JSON.stringify(texts)
    const { step_one: _, ...withoutStep } = en
    expect(
      await findings({
        'locales/en.json': file(en),
        'locales/de.json': file({
          gender_male: 'Mann',
          gender_female: 'Frau',
          gender_other: 'Anderes Geschlecht',
          step_one: 'Der erste Schritt',
          step_two: 'Der zweite Schritt',
          place_ordinal_other: '{{count}}.',
        }),
        'locales/pl.json': file({
          gender_other: 'Inna płeć',
          step_one: 'Pierwszy krok',
          step_two: 'Drugi krok',
          place_ordinal_other: '{{count}}.',
        }),
        // Swedish has two ordinals: 1:a and 3:e.
        'locales/sv.json': file({ ...withoutStep, place_ordinal_one: '', place_ordinal_two: '' }),
      }),
    ).toStrictEqual([
      [
        ...['plurals', 'error', 'place_ordinal', ['sv']],
        'The translation lacks `place_ordinal_one`',
      ],
    ])
  })

  test('keys of i18next that share a plural are no repeated keys', async () => {
    const counts = ['one', 'few', 'many', 'other']
    const forms = (word: string) =>
      Object.fromEntries(counts.map((form) => [`items_${form}`, `{{count}} ${word}${form}`]))
    expect(
      await findings({
        'locales/en.json': JSON.stringify({
          items: '{{count}} items',
          items_one: '{{count}} item',
          items_other: '{{count}} items',
        }),
        'locales/pl.json': JSON.stringify(forms('rzecz')),
        'locales/ja.json': JSON.stringify({ items_one: '1つ', items_other: '{{count}}つ' }),
        'locales/cs.json': JSON.stringify({ ...forms('věc'), items: '{{count}} věcí' }),
      }),
    ).toStrictEqual([])
  })
})
