import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../../formats/entry.ts'
import { packFolder } from '../../formats/folder.ts'
import { formats } from '../../formats/index.ts'
import { ParseError } from '../../src/errors.ts'
import { pairMonolingual, readBilingual } from '../../src/reading/pair.ts'
import { readEntries } from '../../src/reading/read-entries.ts'
import { createTable } from '../../src/reading/template-table.ts'
import { fuzz } from './mutate.ts'

const cases = join(import.meta.dirname, '../../fixtures/format-cases')

const tokens = [
  ...['{', '}', '[', ']', '"', '":"', ',', '\\u0000', '\\ud800', '\\', 'null', '1e999', 'NaN'],
  ...['"@key":{', '"placeholders":{"a":{}}', '__proto__', '\u001e\u001e', '\u{1f600}', '\ufeff'],
  ...['<', '>', '</', '<!--', '-->', '<![CDATA[', ']]>', '<?xml version="1.0"?>', '<!DOCTYPE a ['],
  ...['<!ENTITY a "&b;">', '&a;', '&#x110000;', '&#0;', '<string name="a">', '</string>'],
  ...[
    '<plurals name="p">',
    '<item quantity="one">',
    '<string-array name="a">',
    'translatable="false"',
  ],
  ...['weblate-flags="', 'xml:lang="cs"', '<langSet>', '<termEntry id="a">', '<term>', '<tig>'],
  ...[
    '<message>',
    '<source>',
    '<translation type="unfinished">',
    '<numerusform>',
    '<location line="+1"/>',
  ],
  ...['|==|plural.one', ':dict/one:dict/:string', '"_a_::_b_": ', '"_a.source": "'],
  ...['<unit id="a">', '<segment id="1" state="final">', '<ignorable>', '<pc id="1">'],
  ...['<trans-unit id="a[0]">', '<group restype="x-gettext-plurals" id="a">', '<g id="1">', '<x/>'],
  ...[
    'xml:space="preserve"',
    'translate="no"',
    '<data name="a">',
    '<dict>',
    '<key>a</key>',
    '<?p q?>',
  ],
  ...[' xmlns:a="b"', "\\'", '\\n', '\\@', '@string/a', '\u00a0', '%1$s', '\r\n'],
  ...['- ', ': ', '? ', '\n  ', '&a ', '*a', '<<: *a', '!!int ', '|\n  ', '>-\n  ', '# ', '---\n'],
  ...['\t', '1.5', '2001-12-14', '0x1F', '~', "''", 'one: ', 'other: '],
  ...['[a.b]\n', '[[a]]\n', ' = ', "'''", '"""', 'a."b c"', '\\\n'],
  ...[' = ', '\\u00', ' \\\n', '/* ', '*/', '; ', '[DEFAULT]\n', 'a[one]=', "''", '%n', '";\n'],
  ...[
    '<?php ',
    "$a['b'] = ",
    'array(',
    ' => ',
    '<<<A\n',
    "<<<'A'\n",
    '\nA;\n',
    'return ',
    '?>',
    '.',
  ],
  ...['source,target\n', '","', '""', '\t'],
  ...['{ $a }', '{ $a ->\n', '*[other] ', '\n    .a = ', '-a = ', '## ', '{ "'],
]

/** Files of the cases, valid or not. */
function filesOf(format: string): Buffer[] {
  return readdirSync(join(cases, format)).flatMap((name) => {
    const files = readdirSync(join(cases, format, name)).filter((file) => !file.endsWith('n.json'))
    const inputs = files.filter((file) => file !== 'expected.json')
    return inputs.map((file) => readFileSync(join(cases, format, name, file)))
  })
}

const tomlSeeds = [
  'a = "b"\n\n[c.d]\n"e f" = \'g\'\n',
  '[a]\none = "b"\nother = "c"\n\n[b]\nother = """\nd \\\n  e"""\n',
  'a = ["b", \'c\', {d = 1, e = 1.5}] # f\n',
  '[[a]]\nb = true\n[a.c]\nd = 2001-12-14\n[[a]]\n',
  "a.b.c = '''\nd '''\n10 = 0x1F\n",
  '\ufeff# a\r\nb = "\\u00e9"\r\n',
]

/** Files for formats without cases. */
const ownSeeds: Readonly<Record<string, readonly string[]>> = {
  document: [
    '# Title\n',
    '',
    '---\nl10n:\n  sourceCommit: abcdef1\n---\nText\n',
    '---\n- {\n---\n',
    '\ufeffTitel',
    'a\r\nb\n',
  ],
  appstore: ['Title\n', '', '\r\n', 'A long text.\n\n- One\n- Two\n', '\ufeffTitel', '100 %\n'],
  toml: tomlSeeds,
  'go-i18n-toml': tomlSeeds,
  'go-i18n-yaml': [
    '- id: a\n  translation: b\n- id: c\n  translation:\n    one: d\n    other: e\n',
    'a:\n  one: b\n  few: c\n  other: "d"\n',
    'a: b\n"c d": e\n',
    'a: &b\n  other: c\nd: *b\n',
    '- a\n- [b]\n',
    '',
  ],
  mediawiki: [
    '== A ==\nText <!-- b --> [[c|d]]\nand more.\n\n* item\n# {{t|a\n|b}} item\n; term : definition\n',
    '{| class="a"\n|+ c\n! h !! i\n|-\n| style="b" | d || e\nf\n|}\n__TOC__\n----\n',
    '<nowiki>== a ==</nowiki>\n<syntaxhighlight lang="c">\n* x\n</syntaxhighlight>\n[[Category:A]]\n',
    '#REDIRECT [[A]]',
    ' pre\n  formatted\n<!-- open',
    '',
  ],
  'mediawiki-json': [
    '{"@metadata": {"authors": ["A", "B"]}, "title": "Title $1"}',
    '{"a": "{{PLURAL:$1|page|pages}}", "b": ""}',
    '/* a */ {"a": "b"}',
    '{"a": "\\u00e9", "@metadata": []}',
    '{"a": null, "b": 1}',
    '{}',
  ],
  'vscode-l10n': [
    '{"Save/a": {"message": "Save", "comment": ["a", "b"]}}',
    '{"a": {"message": "b", "comment": "c"}, "d": "e"}',
    '{"a": {"message": null}}',
    '{"a": "{0} b"}',
    '{"a": {"comment": []}}',
    '{}',
  ],
  'php-sources': [
    "<?php\nreturn ['Open it' => 'Öffnen', 'b' => ''];\n",
    "<?php\nreturn array('a' => 'b', 'c' => array('d' => 'e'));\n",
    "<?php $a['b c'] = 'd';",
    '<?php return ["a b" => "c"];',
    "<?php // a\nreturn ['b', 'c' => 'd'];",
    '<?php',
  ],
  'nextcloud-json': [
    '{"translations": {"a": "b", "_c_::_d_": ["e", "f"]}, "pluralForm": "nplurals=2; plural=(n != 1);"}',
    '{"translations": {"a": null, "_b_::_": ["c", null]}, "pluralForm": ""}',
    '{"translations": [], "pluralForm": 1}',
    '{"translations": {"": "a", "_a_": []}}',
    '{"pluralForm": "nplurals=3; plural=n%3", "translations": {"a": "\\u00e9"}}',
    '{"translations": {"a": {"b": "c"}}}',
  ],
  resjson: [
    '{"a": "b", "_a.comment": "c", "_a.source": "d"}',
    '{"a.b": "c", "_d": {"e": "f"}}',
    '{"a": "", "_a.source": "\\u00e9", "_a.comment": []}',
    '{"a": 1, "b": null, "c": true}',
    '/* a */ {"_strings": {}, "a": "b"}',
    '{}',
  ],
  dtd: [
    '<!ENTITY a "b">\n<!ENTITY c.d \'e "f"\'>',
    '<!-- a -->\n<!ENTITY a "&#65;&b;&#x42; 50% & c">',
    '<!ENTITY % a SYSTEM "b.dtd">\n%a;\n<!ENTITY c "">',
    '<?xml version="1.0" encoding="UTF-8"?>\n<!ENTITY a "b\r\nc">',
    '<!ELEMENT a (b)><!ATTLIST a b CDATA "c"><!ENTITY d "e">',
    '<!ENTITY a PUBLIC "b" "c">',
  ],
  'csv-multi': [
    'source,target\na,b\na,c\n',
    'context,target\na,b\na,c\n',
    'a,b\n',
    '"location","source","target","ID","fuzzy"\n"","a","b","","True"\n',
    '\ufeffsource;target\n"a";"b ""c"""\n',
    'a\n\nb\n',
  ],
  'apple-xliff': [
    '<trans-unit id="a"><source>b</source><target state="translated">c</target><note>d</note></trans-unit>',
    '<trans-unit id="/a:dict/b:dict/one:dict/:string"><source>b</source></trans-unit>',
    '<trans-unit id="/a:dict/NSStringLocalizedFormatKey:dict/:string"><source>%#@b@</source></trans-unit>',
    '<trans-unit id="a|==|plural.one"><source>b</source></trans-unit><trans-unit id="a|==|plural.other"><source>b</source><target>c</target></trans-unit>',
    '<trans-unit id="a|==|substitutions.b.plural.few"><source>b</source><target> </target></trans-unit>',
    '<trans-unit id="a.plural.one" translate="no"><source>b</source></trans-unit>',
  ].map(
    (units) =>
      `<xliff version="1.2"><file original="a.strings" source-language="en"><body>${units}</body></file></xliff>`,
  ),
  xliff2: [
    '<unit id="a"><segment state="final"><source>b</source><target>c</target></segment></unit>',
    '<group translate="no"><unit id="a"><segment><source>b</source></segment></unit></group>',
    '<unit id="a"><segment id="1"><source>b</source></segment><segment><source>c</source></segment></unit>',
    '<unit><notes><note>a</note></notes><ignorable><source> </source></ignorable></unit>',
    '<unit id="a"><segment><source>b<pc id="1">c<ph id="2"/></pc></source></segment></unit>',
    '<unit id="a"><segment><source xml:space="default"> b </source><target/></segment></unit>',
  ].map((units) => `<xliff version="2.0" srcLang="en"><file id="f">${units}</file></xliff>`),
  xcstrings: [
    '{"a": {"localizations": {"de": {"stringUnit": {"state": "new", "value": "b"}}}}}',
    '{"a": {"localizations": {"en": {"variations": {"plural": {"one": {"stringUnit": {"value": "b"}}}}}}}}',
    '{"a": {"localizations": {"en": {"variations": {"device": {"mac": {"stringUnit": {"value": "b"}}}}}}}}',
    '{"a": {"localizations": {"cs": {"substitutions": {"b": {"variations": {"plural": {"few": {}}}}}}}}}',
    '{"%@": {"comment": "c", "extractionState": "stale", "shouldTranslate": false}, "": {}}',
    '{}',
  ].map((strings) => `{"sourceLanguage": "en", "strings": ${strings}, "version": "1.0"}`),
}

function withoutOffset({ offset: _, ...entry }: Entry): Omit<Entry, 'offset'> {
  return entry
}

const pairing = { wordRule: 'spaces' as const, pluralNumber: 3 }

test.each([...formats.values()])('$id reads damaged files or fails with ParseError', (format) => {
  const seeds = ownSeeds[format.id]?.map((text) => Buffer.from(text)) ?? filesOf(format.id)
  expect(seeds.length).toBeGreaterThan(5)
  fuzz({
    rounds: 1500,
    seeds,
    tokens,
    expected: ParseError,
    run(damaged) {
      const bytes = format.folder ? packFolder([['title.txt', damaged]]) : damaged
      for (const isMonolingual of format.template === 'always' ? [true] : [true, false]) {
        const options = { languageCode: 'cs', isMonolingual }
        const codes = format.languages?.(bytes) ?? []
        expect(codes.every((code) => typeof code === 'string')).toBe(true)
        const quick = readEntries(format, bytes, options)
        const exact = format.parse(bytes, options)
        // Compared as JSON, since an assertion in each round would dominate the time.
        const [quickEntries, exactEntries] = [quick, exact].map(({ entries }) =>
          JSON.stringify(entries.map(withoutOffset)),
        )
        // With faults they differ: `readEntries` removes forbidden control characters.
        if (quick.faults.length === 0 && quickEntries !== exactEntries)
          expect(quickEntries).toBe(exactEntries)
        if (isMonolingual) {
          const table = createTable(quick.entries, { ...pairing, locate: quick.locate })
          pairMonolingual(table, quick.entries, { ...pairing, format })
        } else {
          readBilingual(quick.entries, { ...pairing, format, locate: quick.locate })
        }
      }
    },
  })
})
