import { describe, expect, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createCheckout, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'
import { textOf as readablePage } from '../support/web.ts'

const xliff = (language: string, units: Readonly<Record<string, string>>) =>
  `<xliff version="1.2"><file source-language="en"${language && ` target-language="${language}"`} datatype="plaintext" original="x"><body>
${Object.entries(units)
  .map(([id, target]) => {
    const translated = target && `<target state="final">${target}</target>`
    return `<trans-unit id="${id}"><source>Text ${id}</source>${translated}</trans-unit>\n`
  })
  .join('')}</body></file></xliff>\n`
const angular = {
  'src/locale/messages.xlf': xliff('', { a: '', b: '', c: '', d: '' }),
  'src/locale/messages.de.xlf': xliff('de', { a: 'Text A', b: 'Text B' }),
  'src/locale/messages.fr.xlf': xliff('fr', { a: 'Texte A' }),
}
const po = (language: string, ...texts: readonly (readonly [string, string])[]) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n\n${texts
    .map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`)
    .join('\n')}`
const sources = [
  ['Open it', ''],
  ['Close it', ''],
] as const
const german = po('de', ['Open it', 'Öffnen'])
const qt = (...texts: readonly string[]) =>
  `<!DOCTYPE TS><TS version="2.1"><context><name>Main</name>${texts
    .map(
      (source) =>
        `<message><source>${source}</source><translation>${source} x</translation></message>`,
    )
    .join('')}</context></TS>\n`

/** The counts of each language: translated, all, not in the file. */
async function numbersOf(files: Readonly<Record<string, string>>) {
  const { out } = await gitglot(createCheckout(files), ['status', '--format', 'json'])
  const [{ translations }] = JSON.parse(out).components
  return Object.fromEntries(
    translations.map((translation: Readonly<Record<string, unknown>>) => [
      translation['language'],
      [translation['translated'], translation['total'], translation['absent']],
    ]),
  )
}

describe.skipIf(!hasGit())(
  'strings that a file of sources has and a translation lacks count',
  () => {
    test.each<[what: string, files: Readonly<Record<string, string>>, numbers: object]>([
      ['XLIFF', angular, { en: [4, 4, 0], de: [2, 4, 2], fr: [1, 4, 3] }],
      [
        'PO with a .pot',
        { 'po/app.pot': po('', ...sources), 'po/de.po': german, 'po/fr.po': po('fr', ...sources) },
        { en: [2, 2, 0], de: [1, 2, 1], fr: [0, 2, 0] },
      ],
      [
        'PO with a file of the source language',
        {
          'locale/en/LC_MESSAGES/app.po': po('en', ...sources),
          'locale/de/LC_MESSAGES/app.po': german,
          'locale/fr/LC_MESSAGES/app.po': po('fr', ...sources),
        },
        { en: [2, 2, 0], de: [1, 2, 1], fr: [0, 2, 0] },
      ],
      [
        'PO of a region of the source language, which is the source',
        {
          'language/resource.language.en_gb/strings.po': po('en_GB', ...sources),
          'language/resource.language.de_de/strings.po': german,
          'language/resource.language.fr_fr/strings.po': po('fr', ...sources),
        },
        { en_GB: [2, 2, 0], de: [1, 2, 1], fr: [0, 2, 0] },
      ],
      [
        'Qt',
        {
          'i18n/app_en.ts': qt('A b', 'C d'),
          'i18n/app_de.ts': qt('A b'),
          'i18n/app_fr.ts': qt('A b', 'C d'),
        },
        { en: [2, 2, 0], de: [1, 2, 1], fr: [2, 2, 0] },
      ],
      [
        'and nothing where no file has the sources alone',
        { 'po/de.po': german, 'po/fr.po': po('fr', ...sources) },
        { en: [2, 2, 0], de: [1, 1, 0], fr: [0, 2, 0] },
      ],
    ])('%s', async (_, files, numbers) => {
      expect(await numbersOf(files)).toEqual(numbers)
    })

    test('in the table, and for --fail-under', async () => {
      const folder = createCheckout(angular)
      const { out } = await gitglot(folder, ['status'])
      expect(out.split('\n').slice(2, 5)).toEqual([
        '  en  English (source)  100.0%  4/4',
        '  de  German             50.0%  2/4  2 left  2 not in the file',
        '  fr  French             25.0%  1/4  3 left  3 not in the file',
      ])
      const { code, out: report } = await gitglot(folder, ['check', '--fail-under', '30'])
      expect([code, report.split('\n')[0]]).toEqual([
        1,
        'src/locale/messages.fr.xlf:1:1: error fail-under: Only 25.0% is translated; at least 30% is required.',
      ])
    })

    test('below the listed strings, unless a filter selects others', async () => {
      const folder = createCheckout(angular)
      const lastLine = async (...args: string[]) =>
        (await gitglot(folder, ['list', '--language', 'de', ...args])).out
          .trimEnd()
          .split('\n')
          .at(-1)
      expect([
        await lastLine(),
        await lastLine('--state', 'untranslated'),
        await lastLine('--state', 'translated'),
        await lastLine('--query', 'state:empty'),
      ]).toEqual([
        '2 strings; 2 more are not in the files',
        '0 strings; 2 more are not in the files',
        '2 strings',
        '0 strings',
      ])
    })

    test('on pages and badges, while the API has the numbers of Weblate', async () => {
      const repo = createCheckout(angular)
      const component = {
        slug: 'web',
        name: 'Web',
        file_format: 'plainxliff',
        filemask: 'src/locale/messages.*.xlf',
        new_base: 'src/locale/messages.xlf',
      }
      const server = await serveProjects([
        { slug: 'p', name: 'P', web: 'https://p.example/', repo, components: [component] },
      ])
      const readableOf = (path: string) => readablePage(server.app, path)
      const textOf = async (path: string) => (await server.app.request(path)).text()
      const page = await readableOf('/projects/p/web/de/')
      expect(page).toContain('2 translated 0 needs editing 0 untranslated 2 not in the file')
      expect(page).toContain('Untranslated 0 0.0 0 0 Not in the file 2 50.0')
      expect(await readableOf('/projects/p/web/')).toMatch(
        /Untranslated Not in the file .* German de 50\.0 0 0 0 2 /,
      )
      expect(await readableOf('/engage/p/')).toContain('German Deutsch 50.0 2 not in the file')
      expect(await readableOf('/translate/p/web/fr/')).toContain(
        '25.0 % translated ; 3 strings not in the file, so not here.',
      )
      expect(await readableOf('/translate/p/web/fr/')).toMatch(
        /All 1 Translated 1 .*Untranslated 0 /,
      )
      const source = await readableOf('/translate/p/web/en/')
      expect(source).toContain(
        '100.0 % translated ; 2 strings not in any translation, so not here.',
      )
      expect(source).toMatch(/All 2 Translated 2 .*Untranslated 0 /)
      expect(JSON.parse(await textOf('/widget/p/-/fr/svg-badge.json')).message).toBe('25%')
      const statistics = JSON.parse(await textOf('/api/translations/p/web/fr/statistics/'))
      expect([statistics.total, statistics.translated_percent]).toEqual([1, 100])
      await server.catalog.close()
    })
  },
)
