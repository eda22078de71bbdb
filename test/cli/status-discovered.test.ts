import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

type Files = Readonly<Record<string, string>>

/** Format and filemask of each component that is found, then its languages, the source first: `de 1/3`. */
async function statusOf(files: Files): Promise<string[][]> {
  const { out } = await gitglot(createCheckout(files), ['status', '--format', 'json'])
  const { components } = JSON.parse(out) as {
    components: {
      fileFormat: string
      filemask: string
      translations: { language: string; translated: number; total: number }[]
    }[]
  }
  return components.map(({ fileFormat, filemask, translations }) => [
    `${fileFormat} ${filemask}`,
    ...translations.map(({ language, translated, total }) => `${language} ${translated}/${total}`),
  ])
}

const android = (texts: Files, attributes = '') =>
  `<resources${attributes}>${Object.entries(texts)
    .map(([name, text]) => `<string name="${name}">${text}</string>`)
    .join('')}</resources>`
const res = (folder: string) => `app/src/main/res/${folder}/strings.xml`
const english = { open: 'Open the file', save: 'Save the file' }
const chinese = { open: '打开文件并查看', save: '保存这个文件', close: '关闭窗口' }
const german = { open: 'Öffne die Datei', save: 'Speichere sie nicht', close: 'Schließen' }
const resx = (...data: readonly string[]) => `<root>${data.join('')}</root>`
const datum = (name: string, attributes = '') =>
  `<data name="${name}"${attributes}><value>Text of it</value></data>`

describe.skipIf(!hasGit())('status of a repository without a configuration', () => {
  test.each<[string, Files, string[][]]>([
    [
      'texts of Android in another script than Latin',
      {
        [res('values')]: android(chinese),
        [res('values-en')]: android(english),
        [res('values-ja')]: android({ open: 'ファイルを開く' }),
      },
      [['aresource app/src/main/res/values-*/strings.xml', 'zh_Hans 3/3', 'en 2/3', 'ja 1/3']],
    ],
    [
      'texts of Android in a language that their words tell',
      { [res('values')]: android(german), [res('values-en')]: android(english) },
      [['aresource app/src/main/res/values-*/strings.xml', 'de 3/3', 'en 2/3']],
    ],
    [
      'texts of Android in an unknown language',
      {
        [res('values')]: android({ open: 'Fungua', save: 'Hifadhi' }),
        [res('values-en')]: android(english),
      },
      [['aresource app/src/main/res/values-*/strings.xml', 'und 2/2', 'en 2/2']],
    ],
    [
      'texts of Android in a language that they name',
      {
        [res('values')]: android(
          english,
          ' xmlns:tools="http://schemas.android.com/tools" tools:locale="sw"',
        ),
        [res('values-en')]: android({ open: 'Open' }),
      },
      [['aresource app/src/main/res/values-*/strings.xml', 'sw 2/2', 'en 1/2']],
    ],
    [
      'texts of Android in a language that the folder names',
      {
        'app/src/main/res/resources.properties': '# Of the app\nunqualifiedResLocale=pt-BR\n',
        [res('values')]: android(english),
        [res('values-en')]: android({ open: 'Open' }),
      },
      [['aresource app/src/main/res/values-*/strings.xml', 'pt_BR 2/2', 'en 1/2']],
    ],
    [
      'texts of Android with a copy for English',
      {
        [res('values')]: android(english),
        [res('values-en')]: android(english),
        [res('values-de')]: android({ open: 'Öffnen' }),
      },
      [['aresource app/src/main/res/values-*/strings.xml', 'en 2/2', 'de 1/2']],
    ],
    [
      "an extension of VS Code, and one of its translations without the source's comments",
      {
        'package.json': '{"name": "ext"}',
        'package.nls.json': '{"run": "Run it", "stop": "Stop it"}',
        'package.nls.zh-cn.json': '{"run": "运行"}',
        'l10n/bundle.l10n.json':
          '{"Hello": "Hello", "Save/a file": {"message": "Save", "comment": ["a file"]}}',
        'l10n/bundle.l10n.de.json': '{"Hello": "Hallo", "Save/a file": "Speichern"}',
      },
      [
        ['vscode-l10n l10n/bundle.l10n.*.json', 'en 2/2', 'de 2/2'],
        ['json package.nls.*.json', 'en 2/2', 'zh_Hans 1/2'],
      ],
    ],
    [
      'a theme of Shopify',
      {
        'locales/en.default.json': '{"a": {"b": "Search the shop", "c": "Open the menu"}}',
        'locales/de.json': '/*\n * generated\n */\n{"a": {"b": "Suchen"}}',
        'locales/en.default.schema.json': '{"s": "Theme settings"}',
        'locales/de.schema.json': '{"s": "Einstellungen"}',
      },
      [
        ['json locales/*.schema.json', 'en 1/1', 'de 1/1'],
        ['json-nested locales/*.json', 'en 2/2', 'de 1/2'],
      ],
    ],
    [
      'messages of MediaWiki',
      {
        'i18n/en.json':
          '{"@metadata": {"authors": ["A"]}, "t": "Title $1", "d": "{{PLURAL:$1|A page|Pages}}"}',
        'i18n/qqq.json': '{"@metadata": {"authors": ["A"]}, "t": "A title", "d": "A count"}',
        'i18n/de.json': '{"@metadata": {"authors": ["A", "B", "C"]}, "t": "Titel $1"}',
      },
      [['mediawiki-json i18n/*.json', 'en 2/2', 'de 1/2']],
    ],
    [
      'forms of Windows Forms',
      {
        'App/Form1.resx': resx(
          datum('open.Text'),
          datum('tip.Text', ' type="System.String, mscorlib"'),
          datum('&gt;&gt;open.Name'),
          datum('open.Size', ' type="System.Drawing.Size, System.Drawing"'),
          datum('icon', ' type="System.Drawing.Icon" mimetype="application/x-base64"'),
        ),
        'App/Form1.de.resx': resx(
          datum('open.Text'),
          datum('open.Location', ' type="System.Drawing.Point, System.Drawing"'),
        ),
      },
      [['resx App/Form1.*.resx', 'en 2/2', 'de 1/2']],
    ],
    [
      'files of moko-resources, each with the elements that it has',
      {
        'moko-resources/values/base/strings.xml': android(english),
        'moko-resources/values/de/strings.xml': android({ open: 'Öffnen' }),
        'moko-resources/values/base/plurals.xml':
          '<resources><plurals name="n"><item quantity="one">One</item><item quantity="other">More</item></plurals></resources>',
        'moko-resources/values/de/plurals.xml':
          '<resources><plurals name="n"><item quantity="one">Eins</item><item quantity="other">Mehr</item></plurals></resources>',
      },
      [
        ['moko-resource moko-resources/values/*/strings.xml', 'en 2/2', 'de 1/2'],
        ['cmp-resource moko-resources/values/*/plurals.xml', 'en 1/1', 'de 1/1'],
      ],
    ],
    [
      'PHP whose keys are the source texts',
      {
        'app/Locale/de_DE/app.php':
          "<?php\nreturn array(\n  'None' => 'Keine',\n  'Page not found' => '',\n  'Save it' => 'Speichern',\n);\n",
        'app/Locale/fr_FR/app.php':
          "<?php\nreturn array(\n  'None' => 'Aucun',\n  'Page not found' => 'Page introuvable',\n);\n",
      },
      [['php-sources app/Locale/*/app.php', 'en 3/3', 'de 2/3', 'fr 2/2']],
    ],
  ])('counts %s', async (_, files, expected) => {
    expect(await statusOf(files)).toEqual(expected)
  })

  test('the documentation of messages of MediaWiki is their note', async () => {
    const folder = createCheckout({
      'i18n/en.json': '{"@metadata": {}, "a": "Title", "b": "Text"}',
      'i18n/qqq.json': '{"a": "Title of the page"}',
      'i18n/de.json': '{"a": "Titel", "b": "Text"}',
    })
    const { out } = await gitglot(folder, ['list', '--language', 'de', '--format', 'json'])
    const { units } = JSON.parse(out) as { units: { context: string; note: string }[] }
    expect(units.map(({ context, note }) => [context, note])).toEqual([
      ['a', 'Title of the page\n'],
      ['b', ''],
    ])
  })

  test('what is missing in a folder of one language, and what comes nearest, is said', async () => {
    const po = 'msgid ""\nmsgstr "Language: pl\\n"\n\nmsgid "Text of it"\nmsgstr "Tekst"\n'
    const folder = createCheckout({
      'about.po': po,
      'library/os.po': po,
      'library/sys.po': po,
      'doc/app.pot': po,
    })
    expect(await gitglot(folder, ['status'])).toEqual({
      code: 2,
      out: '',
      err: `.: no component found: looked for gitglot.yml, then for files of all formats with a language in their path; name other files in gitglot.yml
./: 3 PO files are in Polish (pl), as the header says, but no path has a language: gitglot finds it in a path such as locale/pl/about.po.
1 more near miss: gitglot discover explains them
`,
    })
  })
})
