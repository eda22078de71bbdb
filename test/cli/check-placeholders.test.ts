import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

/** Lines about failing checks, without notes. */
async function findings(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { out } = await gitglot(createCheckout(files), ['check', '--ignore', 'unnamed_format'])
  return out.trimEnd().split('\n')
}

const localization = (text: string, substitutions: Readonly<Record<string, object>>) => ({
  stringUnit: { state: 'translated', value: text },
  substitutions,
})
const plural = (argNum: number, ...[one, other]: readonly [string, string]) => ({
  argNum,
  formatSpecifier: 'lld',
  variations: {
    plural: {
      one: { stringUnit: { state: 'translated', value: one } },
      other: { stringUnit: { state: 'translated', value: other } },
    },
  },
})
const catalog = (localizations: Readonly<Record<string, object>>) =>
  JSON.stringify({ sourceLanguage: 'en', version: '1.0', strings: { n: { localizations } } })

describe.skipIf(!hasGit())('placeholders', () => {
  test('may have numbers instead of an order', async () => {
    const po = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: ko\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

#, c-format
msgid "Copied %s to %s"
msgstr "%2$s에 %1$s 복사됨"

#, c-format
msgid "Page %d of %s"
msgstr "%2$d의 %1$s쪽"
`
    expect(await findings({ 'po/ko.po': po })).toStrictEqual([
      'po/ko.po:12:1: error c_format "Page %d of %s": The translation has no `%d` and `%s`; `%2$d` and `%1$s` are not in the source',
      'failed: found 1 c_format',
    ])
  })

  test('of one form of the source may stand in all forms', async () => {
    const texts = (one: string, other: string) => JSON.stringify({ n_one: one, n_other: other })
    const messages = await findings({
      'locales/en.json': texts('One of {{total}}', '{{count}} of {{total}}'),
      'locales/de.json': texts('{{count}} von {{total}}', '{{count}} von {{total}}.'),
      'locales/sv.json': texts('{{number}} av {{total}}', '{{count}} av {{total}}'),
    })
    expect(messages).toStrictEqual([
      'locales/sv.json:1:2: error i18next_interpolation "n": `{{number}}` of form 1 is not in the source',
      'failed: found 1 i18next_interpolation',
      'also 1 note (--fail-on note lists them)',
    ])
  })

  test('of the number may stand in the plural forms of i18next, also beside a text of that key', async () => {
    const texts = (one: string, other: string) =>
      JSON.stringify({ item: 'Item {{name}}', item_one: one, item_other: other })
    const messages = await findings({
      'locales/en.json': texts('{{count}} item {{name}}', '{{count}} items {{name}}'),
      'locales/de.json': texts('{{ count }} Ding {{name}}', '{{count}} Dinge {{name}}'),
      'locales/sv.json': texts('{{number}} sak {{name}}', '{{count}} saker {{name}}'),
    })
    expect(messages).toStrictEqual([
      'locales/sv.json:1:25: error i18next_interpolation "item": `{{number}}` of form 1 is not in the source',
      'failed: found 1 i18next_interpolation',
    ])
  })

  test('may be repeated, if they have names', async () => {
    const po = (flag: string, source: string, target: string) =>
      `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#, ${flag}\nmsgid "${source}"\nmsgstr "${target}"\n`
    const messages = await findings({
      'named/de.po': po('python-format', '%(n)s files', '%(n)s Datei|%(n)s Dateien'),
      'unnamed/de.po': po('python-format', '%s files', '%s Datei|%s Dateien'),
    })
    expect(messages).toStrictEqual([
      'unnamed/de.po:5:1: error python_format "%s files": The translation has more `%s` than the source',
      'failed: found 1 python_format',
    ])
  })

  test('of gotext may be the conversions of their arguments', async () => {
    const catalogue = (language: string, translation: string) => ({
      language,
      messages: [
        {
          id: 'Used: {Used}/{Total}',
          translation,
          placeholders: [
            { id: 'Used', string: '%[1]s', argNum: 1 },
            { id: 'Total', string: '%[2]s', argNum: 2 },
          ],
        },
      ],
    })
    const messages = await findings({
      'locales/en/out.gotext.json': JSON.stringify(catalogue('en', 'Used: {Used}/{Total}')),
      'locales/de/messages.gotext.json': JSON.stringify(catalogue('de', '%[1]s von %[2]s')),
      'locales/sv/messages.gotext.json': JSON.stringify(catalogue('sv', '%[1]s av {Total}')),
      'locales/ru/messages.gotext.json': JSON.stringify(catalogue('ru', '%[1]s')),
    })
    expect(messages).toStrictEqual([
      'locales/ru/messages.gotext.json:1:30: error placeholders "Used: {Used}/{Total}": The translation has no `{Used}` and `{Total}`',
      'failed: found 1 placeholders',
    ])
  })

  test('strings without keys are named by their texts', async () => {
    const po = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#, c-format
msgctxt "menu"
msgid "Open %s"
msgstr "Öffnen"
`
    expect(await findings({ 'po/de.po': po })).toStrictEqual([
      'po/de.po:5:1: error c_format "Open %s": The translation has no `%s`',
      'failed: found 1 c_format',
    ])
  })

  test('of string catalogs: names of substitutions are those of the language', async () => {
    const en = localization('%#@arg1@ from %#@arg2@', {
      arg1: plural(1, '%arg post', '%arg posts'),
      arg2: plural(2, '%arg user', '%arg users'),
    })
    const de = {
      beitraege: plural(1, '%lld Beitrag', '%lld Beiträge'),
      personen: plural(2, '%arg Person', '%arg Personen'),
    }
    expect(
      await findings({
        'App/Localizable.xcstrings': catalog({
          en,
          de: localization('%#@beitraege@ von %#@personen@', de),
        }),
      }),
    ).toStrictEqual(['passed: found nothing'])
    expect(
      await findings({
        'App/Localizable.xcstrings': catalog({
          en,
          de: localization('%#@beitrag@ von %#@personen@', {
            ...de,
            personen: plural(2, '%arg Person', 'Personen'),
          }),
        }),
      }),
    ).toStrictEqual([
      'App/Localizable.xcstrings:1:569: error placeholders "n": The translation has no `%#@arg1@`; `%#@beitrag@` is not in the source',
      'App/Localizable.xcstrings:1:569: error placeholders "n|==|substitutions.arg2": Form 2 of the translation has no `%arg`',
      'failed: found 2 placeholders',
    ])
  })
})
