import { describe, expect, test } from 'vitest'
import { discoverIn, onlyIn } from './tree.ts'

const moodle = (text: string) => `<?php\n$string['a'] = '${text}';\n$string['b'] = 'Title';\n`
const po = (texts: readonly (readonly [string, string, string?])[], head = '') =>
  `${head}msgid ""\nmsgstr ""\n"Language: de\\n"\n\n${texts
    .map(([id, text, flags = '']) => `${flags}msgid "${id}"\nmsgstr "${text}"\n`)
    .join('\n')}`

describe('placeholders without a check in Weblate get a placeholders flag', () => {
  test.each<[what: string, files: Readonly<Record<string, string | object>>, flags: string]>([
    [
      'Go',
      {
        'i18n/active.en.toml': 'a = "Hello {{.Name}}"\nb = "Bye"\n',
        'i18n/active.de.toml': 'a = "Hallo {{.Nam}}"\nb = "Ende"\n',
      },
      'placeholders:r"\\{\\{\\s*\\.[a-zA-Z][a-zA-Z0-9_.]*\\s*\\}\\}"',
    ],
    [
      'slang',
      {
        'lib/i18n/strings.i18n.json': { a: 'Hello $name', b: `You have \${count}` },
        'lib/i18n/strings_de.i18n.json': { a: 'Hallo $nam', b: 'Noch da' },
      },
      'placeholders:r"\\$(?:[a-zA-Z_][a-zA-Z0-9_]*|\\{[a-zA-Z0-9_.]+\\})"',
    ],
    [
      'Elixir, though its files have a flag for it',
      {
        'priv/gettext/de/LC_MESSAGES/default.po': po([
          ['Hello %{name}', 'Hallo %{nam}', '#, elixir-autogen, elixir-format\n'],
        ]),
      },
      'placeholders:r"%\\{[a-zA-Z0-9_]+\\}"',
    ],
    [
      'Rails, whose formats of dates look like placeholders',
      {
        'config/locales/en.yml': 'en:\n  a: "Hello %{name}"\n  b: "%m/%d/%Y"\n',
        'config/locales/de.yml': 'de:\n  a: "Hallo %{nam}"\n  b: "%d.%m.%Y"\n',
      },
      'placeholders:r"%\\{\\w+\\}"',
    ],
    [
      'Moodle',
      {
        'lang/en/block_x.php': moodle('Hello {$a->name}'),
        'lang/de/block_x.php': moodle('Hallo {$a->nam}'),
      },
      'placeholders:r"\\{\\$a(?:->[a-zA-Z0-9_]+)?\\}"',
    ],
    [
      'Roundcube',
      {
        'localization/en_US.inc':
          '<?php\n$labels["a"] = \'Hello $name\';\n$labels["b"] = \'Bye\';\n',
        'localization/de_DE.inc':
          '<?php\n$labels["a"] = \'Hallo $nam\';\n$labels["b"] = \'Tschüss\';\n',
      },
      'placeholders:r"\\$[a-z][a-z0-9_]*"',
    ],
    [
      'browser extensions, beside placeholders with names',
      {
        '_locales/en/messages.json': {
          a: { message: 'Hi $1, it costs $$5' },
          b: { message: 'Bye $NAME$', placeholders: { name: { content: '$1' } } },
        },
        '_locales/de/messages.json': {
          a: { message: 'Hallo, es kostet $$6' },
          b: { message: 'Ende $NAME$', placeholders: { name: { content: '$1' } } },
        },
      },
      'placeholders:r"(?<!\\$)\\$[1-9]"',
    ],
    [
      'Node-RED',
      {
        'locales/en-US/a.json': {
          a: 'No __type__',
          b: '__n__ left',
          c: '__a__:__b__',
          d: 'At __host_name__',
        },
        'locales/de/a.json': {
          a: 'Kein __Typ__',
          b: 'Noch __n__',
          c: '__a__:__b__',
          d: 'Bei __host_name__',
        },
      },
      'placeholders:r"__[a-zA-Z0-9]+(?:_[a-zA-Z0-9]+)*__"',
    ],
    [
      'Drupal, by the first lines',
      {
        'translations/x.de.po': po(
          [['Deleted %title by @name', '%title gelöscht']],
          '# German translation of Drupal core (10.1)\n',
        ),
      },
      'placeholders:r"[@%:][a-zA-Z][a-zA-Z0-9_-]*"',
    ],
    [
      'Drupal, by its plural forms',
      {
        'translations/x.de.po': po([
          ['1 item for @name', '1 Ding für @name'],
          ['@count items', '@count Dinge'],
        ]),
      },
      'placeholders:r"[@%:][a-zA-Z][a-zA-Z0-9_-]*"',
    ],
    [
      'Magento',
      {
        'i18n/en_US.csv': '"Order %1 of %2","Order %1 of %2"\n"Bye now","Bye now"\n',
        'i18n/de_DE.csv': '"Order %1 of %2","Bestellung %1"\n"Bye now","Tschüss"\n',
      },
      'placeholders:r"%[1-9][0-9]?"',
    ],
    [
      'MediaWiki',
      {
        'i18n/en.json': { '@metadata': { authors: ['A'] }, a: '{{PLURAL:$1|a page|$1 pages}}' },
        'i18n/qqq.json': { '@metadata': { authors: ['A'] }, a: 'Count' },
        'i18n/de.json': { '@metadata': { authors: ['B'] }, a: '{{PLURAL:$1|eine Seite|Seiten}}' },
      },
      'placeholders:r"\\$[1-9][0-9]?"',
    ],
  ])('%s', (_, files, checkFlags) => {
    expect(onlyIn(files, 'checkFlags')).toEqual({ checkFlags })
  })

  test('placeholder styles are detected only in files of their formats', () => {
    const files = {
      'locale/de.po': po([['Mail me@example.org: now', 'Schreib me@beispiel.de: jetzt']]),
      'i18n/en.json': { a: 'Price: $name' },
      'i18n/de.json': { a: 'Preis: $wert' },
      'app/lang/en.json': { a: 'at :name' },
      'app/lang/de.json': { a: 'bei :wert' },
      'web/en.json': { a: 'It is __bold__.' },
      'web/de.json': { a: 'Es ist __fett__.' },
      'site/lang/en/a.php': '<?php\nreturn ["a" => \'Price in $usd\'];\n',
      'site/lang/de/a.php': '<?php\nreturn ["a" => \'Preis in $euro\'];\n',
    }
    const { components } = discoverIn(files)
    expect(components.map(({ checkFlags }) => checkFlags)).toEqual(['', '', '', '', ''])
  })
})
