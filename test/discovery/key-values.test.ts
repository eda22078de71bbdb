import { expect, test } from 'vitest'
import { discoverIn, foundIn } from './tree.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each<[string, Record<string, string | Buffer>, string[]]>([
  [
    "Java's bundles",
    { 'src/messages.properties': 'a=A\n', 'src/messages_de.properties': 'a=\\u00c4\n' },
    ['properties src/messages_*.properties src/messages.properties'],
  ],
  [
    "Java's bundles in UTF-8",
    { 'l10n/App_en.properties': 'a=A\n', 'l10n/App_de.properties': 'a=Ä\n' },
    ['properties-utf8 l10n/App_*.properties l10n/App_en.properties'],
  ],
  [
    "Java's bundles in UTF-16, with GWT's plural forms, and with XWiki's marks",
    {
      'a/App_en.properties': utf16('\ufeffa=A\nb=B\n'),
      'a/App_de.properties': utf16('\ufeffa=Ä\nb=B\n'),
      'b/Messages.properties': 'a={0} items\na[one]=an item\n',
      'b/Messages_de.properties': 'a={0} Dinge\n',
      'c/X.properties': '#@deprecatedstart\na=A\n',
      'c/X_de.properties': 'a=A\n',
    },
    [
      'gwt b/Messages_*.properties b/Messages.properties',
      'properties-utf16 a/App_*.properties a/App_en.properties',
      'xwiki-java-properties c/X_*.properties c/X.properties',
    ],
  ],
  [
    'files of @draggable/i18n, and no others with their ending',
    {
      'lang/en-US.lang': '# A\na = A\n',
      'lang/de-DE.lang': 'a = B\n',
      'windows/en.lang': '# A\r\na = A\r\n',
      'windows/de.lang': 'a = B\r\n',
      'web/en.lang': ';Good bye\nGood bye\n',
      'web/de.lang': ';Good bye\nTschüs\n',
    },
    ['mi18n-lang lang/*.lang lang/en-US.lang', 'mi18n-lang windows/*.lang windows/en.lang'],
  ],
  [
    'no settings of programs',
    {
      'gradle.properties': 'a=1\n',
      'log4j.properties': 'a=1\n',
      'log4j_test.properties': 'a=1\n',
      'application.properties': 'a=1\n',
      'application-it.properties': 'a=1\n',
    },
    [],
  ],
  ['no files that share no keys', { 'db.properties': 'a=1\n', 'db_de.properties': 'b=1\n' }, []],
  [
    "Apple's strings",
    {
      'App/en.lproj/Localizable.strings': '"a" = "A";\n',
      'App/de.lproj/Localizable.strings': '"a" = "B";\n',
      'App/en.lproj/InfoPlist.strings': '"b" = "A";\n',
      'App/de.lproj/InfoPlist.strings': '"b" = "B";\n',
    },
    [
      'strings-utf8 App/*.lproj/InfoPlist.strings App/en.lproj/InfoPlist.strings',
      'strings-utf8 App/*.lproj/Localizable.strings App/en.lproj/Localizable.strings',
    ],
  ],
  [
    "Laravel's files",
    {
      'resources/lang/en/auth.php': "<?php\nreturn [\n  'a' => 'A',\n];\n",
      'resources/lang/de/auth.php': "<?php\nreturn [\n  'a' => 'B',\n];\n",
      'lang/en/plugin.php': "<?php return [\n  'a' => 'A',\n];\n",
      'lang/de/plugin.php': "<?php return [\n  'a' => 'B',\n];\n",
      'lang/en/short.php': "<?php return ['a' => 'A'];\n",
      'lang/de/short.php': "<?php return ['a' => 'B'];\n",
    },
    [
      'laravel lang/*/plugin.php lang/en/plugin.php',
      'laravel lang/*/short.php lang/en/short.php',
      'laravel resources/lang/*/auth.php resources/lang/en/auth.php',
    ],
  ],
  [
    'no programs in PHP',
    { 'lang/en/auth.php': "<?php\n$a = 'A';\n", 'lang/de/auth.php': "<?php\n$a = 'B';\n" },
    [],
  ],
  [
    "Joomla's files",
    {
      'language/en-GB/com_a.ini': '; A\nA_B="A"\n  A_C = "C"\n',
      'language/de-DE/com_a.ini': 'A_B="B"\n',
      'language/en-GB/com_b.ini': '<<<<<<< HEAD\nA_B="A"\n=======\nA_B="C"\n>>>>>>> topic\n',
      'language/de-DE/com_b.ini': 'A_B="B"\n',
    },
    [
      'joomla language/*/com_a.ini language/en-GB/com_a.ini',
      'joomla language/*/com_b.ini language/en-GB/com_b.ini',
    ],
  ],
  [
    "Apple's strings in UTF-16, and sources that are keys",
    {
      'a/en.lproj/A.strings': utf16('"a" = "A";\n'),
      'a/de.lproj/A.strings': utf16('"a" = "B";\n'),
      'b/de.lproj/B.strings': '"Good bye" = "Tschüs";\n',
    },
    ['strings a/*.lproj/A.strings a/en.lproj/A.strings', 'strings-utf8 b/*.lproj/B.strings'],
  ],
  [
    'PHP that assigns texts to keys, defines or returns them',
    {
      'php/en.php': "<?php\n$l['a'] = 'Good bye';\n",
      'php/de.php': "<?php\n$l['a'] = 'Tschüs';\n",
      'define/en.php': "<?php\ndefine('A', 'Good bye');\n",
      'define/de.php': "<?php\ndefine('A', 'Tschüs');\n",
      'return/en.php': "<?php\nreturn [\n  'a' => 'Hello',\n  'b' => 'Bye',\n];\n",
      'return/de.php': "<?php\nreturn [\n  'a' => 'Hallo',\n];\n",
      'inc/en.inc': "<?php\n/*\nTexts of\na page\n*/\n$l['a'] = 'Good bye';\n",
      'inc/de.inc': "<?php\n$l['a'] = 'Tschüs';\n",
    },
    [
      'php define/*.php define/en.php',
      'php inc/*.inc inc/en.inc',
      'php php/*.php php/en.php',
      'php return/*.php return/en.php',
    ],
  ],
  [
    'INI with texts',
    {
      'ini/en.ini': '[a]\nb=Good bye\n',
      'ini/de.ini': '[a]\nb=Tschüs\n',
      'setup/en.islu': '[a]\nb=Good bye\n',
      'setup/de.islu': '[a]\n',
      'Languages/Default.isl': '[Messages]\nb=Good bye\n',
      'Languages/German.isl': '[Messages]\nb=Tschüs\n',
      'ANSI/English.isl': '[Messages]\nb=Good bye\n',
      'ANSI/German.isl': Buffer.from('[Messages]\nb=Tschüs\n', 'latin1'),
    },
    [
      'ini ini/*.ini ini/en.ini',
      'islu Languages/*.isl Languages/Default.isl',
      'islu setup/*.islu setup/en.islu',
    ],
  ],
  [
    'CSV of keys and texts, and of sources and translations',
    {
      'csv/en.csv': 'BYE,Good bye\n',
      'csv/de.csv': '"BYE","Tschüs"\n',
      'named/de.csv': '"location","source","target"\n"","Bye","Tschüs"\n',
      'named/cs.csv': 'location;source;target\n;Bye;Ahoj\n',
    },
    ['csv csv/*.csv csv/en.csv', 'csv named/*.csv'],
  ],
  ['no lone table', { 'data/test-de.csv': 'source,target\na,b\n' }, []],
  [
    'no tables of figures',
    { 'en.csv': 'Berlin,3\nPrague,1\n', 'de.csv': 'Berlin,4\n', 'cs.csv': 'Berlin,5\n' },
    [],
  ],
  [
    'YAML of texts, and that of Rails',
    {
      'yml/app.en.yml': 'a: Good bye\n',
      'yml/app.de.yml': 'a: Tschüs\n',
      'config/locales/en.yml': '---\n# A\nen:\n  a: A\n  b: B\n',
      'config/locales/pt-BR.yml': '"pt-BR":\n  a: B\n',
    },
    ['ruby-yaml config/locales/*.yml config/locales/en.yml', 'yaml yml/app.*.yml yml/app.en.yml'],
  ],
  [
    'no settings in YAML',
    {
      'chart/values.yaml': 'image: nginx\nport: 80\ntype: ClusterIP\n',
      'chart/values-eu.yaml': 'image: nginx\nport: 81\n',
      'chart/values-us.yaml': 'image: nginx\nport: 82\n',
    },
    [],
  ],
  [
    'TOML of texts, and that of go-i18n',
    {
      'toml/en.toml': 'a = "Good bye"\n',
      'toml/de.toml': 'a = "Tschüs"\n',
      'go/active.en.toml': 'a = "Good bye"\n',
      'go/active.de.toml': '[a]\nother = "Tschüs"\n',
      'i18n/en.toml': '[a]\none = "bye"\nother = "byes"\n',
      'i18n/de.toml': '[a]\nother = "Tschüs"\n',
      'active.en.toml': 'a = "Hello {{.Name}}"\n',
      'active.de.toml': 'a = "Hallo {{.Name}}"\n',
      'theme/i18n/en.toml': '[a]\nb = "bye"\n[a.c]\none = "bye"\nother = "byes"\n',
      'theme/i18n/de.toml': '[a]\nb = "Tschüs"\n',
      'names/en.toml': '[a]\nmusic = "Music"\nother = "Other"\n',
      'names/de.toml': '[a]\nmusic = "Musik"\nother = "Andere"\n',
    },
    [
      'go-i18n-toml active.*.toml active.en.toml',
      'go-i18n-toml go/active.*.toml go/active.en.toml',
      'go-i18n-toml i18n/*.toml i18n/en.toml',
      'go-i18n-toml theme/i18n/*.toml theme/i18n/en.toml',
      'toml names/*.toml names/en.toml',
      'toml toml/*.toml toml/en.toml',
    ],
  ],
  ['Fluent', { 'l/de.ftl': 'a = B\n', 'l/en-US.ftl': 'a = A\n' }, ['fluent l/*.ftl l/en-US.ftl']],
  ['no settings in INI', { 'conf/en.ini': '[a]\nport=1\n', 'conf/de.ini': '[a]\nport=2\n' }, []],
  ['no data in CSV', { 'data/en.csv': 'a,b\n', 'data/de.csv': 'a,b\n' }, []],
])('finds %s', (_, files, expected) => {
  expect(foundIn(files)).toEqual(expected)
})

test('strings in UTF-16 get the encoding parameter that Weblate 2026.10 needs', () => {
  const tree = {
    'en.lproj/A.strings': utf16('\ufeff"a" = "A";'),
    'de.lproj/A.strings': utf16('\ufeff"a" = "B";'),
    'en.lproj/B.strings': '"a" = "A";',
    'de.lproj/B.strings': '"a" = "B";',
  }
  const components = discoverIn(tree).components
  expect(
    components.map(({ fileFormat, fileFormatParams }) => [fileFormat, fileFormatParams]),
  ).toEqual([
    ['strings', { strings_encoding: 'utf-16' }],
    ['strings-utf8', undefined],
  ])
})
