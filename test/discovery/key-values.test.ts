import { expect, test } from 'vitest'
import { foundIn } from './tree.ts'

test.each<[string, Record<string, string>, string[]]>([
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
    },
    ['laravel resources/lang/*/auth.php resources/lang/en/auth.php'],
  ],
  [
    'no programs in PHP',
    { 'lang/en/auth.php': "<?php\n$a = 'A';\n", 'lang/de/auth.php': "<?php\n$a = 'B';\n" },
    [],
  ],
  [
    "Joomla's files",
    { 'language/en-GB/com_a.ini': '; A\nA_B="A"\n', 'language/de-DE/com_a.ini': 'A_B="B"\n' },
    ['joomla language/*/com_a.ini language/en-GB/com_a.ini'],
  ],
  ['no settings in INI', { 'conf/en.ini': '[a]\nport=1\n', 'conf/de.ini': '[a]\nport=2\n' }, []],
  ['no data in CSV', { 'data/en.csv': 'a,b\n', 'data/de.csv': 'a,b\n' }, []],
])('finds %s', (_, files, expected) => {
  expect(foundIn(files)).toEqual(expected)
})
