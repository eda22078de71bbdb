import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { conversions } from '../../formats/conversions.ts'
import type { DocumentUnit, TranslationDocument } from '../../formats/translation-document.ts'
import { knownLanguage } from '../../src/languages/language.ts'
import { inVersion, type WeblateVersion } from '../../src/weblate-version.ts'

const UNIT: DocumentUnit = {
  context: 'key',
  checksum: '0123456789abcdef',
  isPlural: false,
  sources: ['Source'],
  targets: ['Ziel'],
  isTranslated: true,
  isFuzzy: false,
  isApproved: false,
  note: '',
  location: '',
  flags: '',
}

function convert(id: string, ...units: readonly Partial<DocumentUnit>[]): string {
  return convertFor('5.14', id, ...units)
}

function convertFor(
  weblate: WeblateVersion,
  id: string,
  ...units: readonly Partial<DocumentUnit>[]
): string {
  const document: TranslationDocument = {
    projectName: 'Project',
    language: knownLanguage('de')!,
    sourceLanguage: knownLanguage('en')!,
    page: 'https://status.example/projects/p/c/de/',
    isMonolingual: false,
    timestamp: 1_700_000_000,
    units: units.map((unit) => ({ ...UNIT, ...unit })),
  }
  const converted = inVersion(conversions.get(id)!, weblate).write(document)
  return typeof converted === 'string' ? converted : sheetOf(converted)
}

/** The rows of a workbook's sheet. */
function sheetOf(workbook: Uint8Array): string {
  const sheet = strFromU8(unzipSync(workbook)['xl/worksheets/sheet1.xml']!)
  return sheet.slice(sheet.indexOf('<row r="2">'), sheet.indexOf('</sheetData>'))
}

/** The part of a file that the units make. */
function body(id: string, start: string, end: string, ...units: Partial<DocumentUnit>[]): string {
  const text = convert(id, ...units)
  return text.slice(text.indexOf(start), text.indexOf(end))
}

describe('csv', () => {
  const HEADER =
    'location,source,target,id,fuzzy,context,translator_comments,developer_comments\r\n'
  test.each([
    ['a plain unit', {}, ',Source,Ziel,,False,key,,\r\n'],
    ['a fuzzy unit', { isFuzzy: true }, ',Source,Ziel,,True,key,,\r\n'],
    ['quotes and commas', { targets: ['"a", b'] }, ',Source,"""a"", b",,False,key,,\r\n'],
    ['places', { location: 'a.c:1, =b.c:2' }, '"a.c:1, =b.c:2",Source,Ziel,,False,key,,\r\n'],
    ['a formula', { targets: ['=1+1'] }, ",Source,'=1+1',,False,key,,\r\n"],
    [
      'the first form of a plural',
      { isPlural: true, targets: ['a', 'b'] },
      ',Source,a,,False,key,,\r\n',
    ],
  ])('%s', (_name, unit, row) => {
    expect(convert('csv', unit)).toBe(HEADER + row)
  })
})

describe('xlsx', () => {
  const cell = (cell: string, text: string) =>
    `<c r="${cell}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  test('a unit is a row of texts, empty cells left out, and a formula stays a text', () => {
    const cells = [
      cell('B2', '&lt;b&gt; &amp; "'),
      cell('C2', ' =1+1\n'),
      cell('E2', 'False'),
      cell('F2', 'key'),
    ]
    expect(convert('xlsx', { sources: ['<b> & "'], targets: [' =1+1\n'] })).toBe(
      `<row r="2">${cells.join('')}</row>`,
    )
  })
})

describe('json', () => {
  const units = [
    { context: 'b.c', targets: ['1'] },
    { context: '7', targets: ['2'] },
    { context: 'b.d.e', targets: ['"3"'] },
    { context: '__proto__', targets: ['4'] },
    { context: 'b.c.f', targets: ['5'] },
    { context: 'b', targets: ['6'] },
  ]
  test('keeps contexts as keys, in order', () => {
    expect(convert('json', ...units)).toBe(`{
    "b.c": "1",
    "7": "2",
    "b.d.e": "\\"3\\"",
    "__proto__": "4",
    "b.c.f": "5",
    "b": "6"
}
`)
  })
  test('nests at dots, except below and above a text', () => {
    expect(convert('json-nested', ...units.slice(0, 5))).toBe(`{
    "b": {
        "c": "1",
        "d": {
            "e": "\\"3\\""
        }
    },
    "7": "2",
    "__proto__": "4",
    "b.c.f": "5"
}
`)
  })
  test('nests names of objects, not their methods', () => {
    expect(convert('json-nested', { context: 'constructor.name' })).toBe(
      '{\n    "constructor": {\n        "name": "Ziel"\n    }\n}\n',
    )
  })
  test('nests no deeper than 256', () => {
    const context = 'a.'.repeat(256)
    expect(convert('json-nested', { context })).toBe(`{\n    "${context}": "Ziel"\n}\n`)
  })
  test('without units is an empty object', () => {
    expect([convert('json'), convert('json-nested')]).toEqual(['{}\n', '{}\n'])
  })
})

describe('in 2026.10', () => {
  test('an entry of TBX has the key and the flags of its unit, where there are any', () => {
    const units = [{ flags: 'md-text' }, { context: '' }]
    const entries = (weblate: WeblateVersion) =>
      [...convertFor(weblate, 'tbx', ...units).matchAll(/<termEntry.*>/g)].map(([entry]) => entry)
    expect(entries('2026.10')).toEqual([
      '<termEntry id="key" weblate-flags="md-text">',
      '<termEntry>',
    ])
    expect(entries('5.14')).toEqual(['<termEntry>', '<termEntry>'])
  })

  test('the header of PO ends with the language and its plural forms', () => {
    const lines = convertFor('2026.10', 'po').trim().split('\n')
    expect(lines.slice(-6)).toEqual([
      String.raw`"MIME-Version: 1.0\n"`,
      String.raw`"Content-Type: text/plain; charset=UTF-8\n"`,
      String.raw`"Content-Transfer-Encoding: 8bit\n"`,
      String.raw`"X-Generator: gitglot\n"`,
      String.raw`"Language: de\n"`,
      String.raw`"Plural-Forms: nplurals=2; plural=n != 1;\n"`,
    ])
  })
})

describe('po', () => {
  const entries = (...units: Partial<DocumentUnit>[]) => {
    const text = convert('po', ...units)
    return text.slice(text.indexOf('\n\n') + 2)
  }
  test('begins with a header', () => {
    expect(convert('po')).toBe(`msgid ""
msgstr ""
"Project-Id-Version: German (Project)\\n"
"Report-Msgid-Bugs-To: \\n"
"POT-Creation-Date: 2023-11-14 22:13+0000\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language-Team: German <https://status.example/projects/p/c/de/>\\n"
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=n != 1;\\n"
"X-Generator: gitglot\\n"
`)
  })
  test('has notes, flags and the context', () => {
    expect(entries({ note: 'Hint\n', flags: 'c-format', isFuzzy: true })).toBe(
      '#. Hint\n#.\n#, fuzzy, c-format\nmsgctxt "key"\nmsgid "Source"\nmsgstr "Ziel"\n',
    )
  })
  test('has references without spaces', () => {
    expect(entries({ context: '', location: 'a.c:1, b c+.c\n:20%' })).toBe(
      '#: a.c:1 b%20c%2B.c%0A:20%25\nmsgid "Source"\nmsgstr "Ziel"\n',
    )
  })
  test('has plural forms', () => {
    const plural = { context: '', isPlural: true, sources: ['a', 'b'], targets: ['x', 'y'] }
    expect(entries(plural)).toBe('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n')
  })
  test('leaves out a unit that would be a second header', () => {
    expect(entries({ context: '', sources: [''] }, { context: '' })).toBe(
      'msgid "Source"\nmsgstr "Ziel"\n',
    )
  })
  test.each([
    ['line ends', 'a\nb\n', '""\n"a\\n"\n"b\\n"\n'],
    ['escapes', '"\\\t', '"\\"\\\\\\t"\n'],
    ['a carriage return', 'a\rb', '"a\\rb"\n'],
    [
      'addresses',
      `${'word '.repeat(9)}https://status.example.org/page/of/something`,
      `""\n"${'word '.repeat(9)}https://status.example.org/page/"\n"of/something"\n`,
    ],
    ['a long word', 'x'.repeat(90), `""\n"${'x'.repeat(90)}"\n`],
    ['full-width characters', '字'.repeat(50), `""\n"${'字'.repeat(38)}"\n"${'字'.repeat(12)}"\n`],
  ])('wraps and escapes %s', (_name, target, msgstr) => {
    expect(entries({ context: '', targets: [target] })).toBe(`msgid "Source"\nmsgstr ${msgstr}`)
  })
})

test('xliff: references are written as in gettext', () => {
  const contexts = (unit: Partial<DocumentUnit>) =>
    convert('xliff', { location: 'a.c:1, x', ...unit })
      .split('\n')
      .filter((line) => line.includes('context'))
      .map((line) => line.trim())
  const expected = [
    '<context-group name="po-reference" purpose="location">',
    '<context context-type="sourcefile">a.c</context>',
    '<context context-type="linenumber">1</context>',
    '</context-group>',
    '<context-group name="po-reference" purpose="location">',
    '<context context-type="sourcefile">x</context>',
    '</context-group>',
  ]
  expect(contexts({})).toEqual(expected)
  expect(contexts({ isPlural: true, targets: ['x', 'y'] })).toEqual(expected)
})

describe('xml', () => {
  test.each([
    ['plain text', 'a & b < c', 'a &amp; b &lt; c'],
    ['markup', 'a <b c="1">x &amp; y</b><br/>', 'a <b c="1">x &amp; y</b><br/>'],
    ['broken markup', 'a <b>', 'a &lt;b&gt;'],
    ['an unknown prefix', '<x:g>a</x:g>', '&lt;x:g&gt;a&lt;/x:g&gt;'],
    ['a way out of the element', 'a</text><text>', 'a&lt;/text&gt;&lt;text&gt;'],
    ['CDATA', '<![CDATA[<i>]]>', '&lt;i&gt;'],
    ['characters that XML forbids', 'a\u0001b', 'ab'],
  ])('xliff: %s', (_name, target, xml) => {
    expect(body('xliff', '<target', '\n      </trans-unit>', { targets: [target] })).toBe(
      `<target state="translated">${xml}</target>`,
    )
  })
  test('xliff: states, flags and an id without a context', () => {
    expect(
      body(
        'xliff11',
        '      <trans',
        '    </body>',
        { context: '', isFuzzy: true, isTranslated: false, flags: 'regex:r"<"' },
        { isApproved: true, note: ' Hint\n' },
        { targets: [''], isTranslated: false },
      ),
    ).toBe(`      <trans-unit xml:space="preserve" approved="no" id="0123456789abcdef" weblate-flags="regex:r&quot;&lt;&quot;">
        <source>Source</source>
        <target state="needs-review-translation">Ziel</target>
      </trans-unit>
      <trans-unit xml:space="preserve" approved="yes" id="key">
        <source>Source</source>
        <target state="final">Ziel</target>
        <note from="developer">Hint</note>
      </trans-unit>
      <trans-unit xml:space="preserve" id="key">
        <source>Source</source>
        <target></target>
      </trans-unit>
`)
  })
  test.each([
    ['plain text', 'It\'s "a"\n\tb\\', 'It\\\'s \\"a\\"\\n\\tb\\\\'],
    ['spaces at the ends', ' a', '" a"'],
    ['spaces in a row', 'a  b', '"a  b"'],
    ['no-break spaces', 'a\u00a0b', '"a\u00a0b"'],
    ['a space before markup', ' <b>x</b>', '" <b>x</b>"'],
    ['spaces between markup', '<b>x</b>  <i>y</i>', '"<b>x</b>  <i>y</i>"'],
    ['a leading at sign', '@string/a', '\\@string/a'],
    ['markup', 'a <b>"x"</b>', 'a <b>\\"x\\"</b>'],
    ['CDATA', '<![CDATA[<i>"]]>', '<![CDATA[<i>"]]>'],
  ])('aresource: %s', (_name, target, xml) => {
    expect(body('aresource', '<string ', '\n</resources>', { targets: [target] })).toBe(
      `<string name="key">${xml}</string>`,
    )
  })
  test('aresource: quantities of the language', () => {
    const plural = { isPlural: true, targets: ['x', 'y'] }
    expect(body('aresource', '    <plurals', '</resources>', plural)).toBe(`    <plurals name="key">
        <item quantity="one">x</item>
        <item quantity="other">y</item>
    </plurals>
`)
  })
  test('tbx and tmx: both terms and the trimmed note are written', () => {
    const unit = { targets: ['a & b'], note: ' Hint\n' }
    expect(
      body('tbx', '            <termEntry>', '        </body>', unit),
    ).toBe(`            <termEntry>
                <langSet xml:lang="en"><tig><term>Source</term></tig></langSet>
                <langSet xml:lang="de"><tig><term>a &amp; b</term></tig></langSet>
                <note from="developer">Hint</note>
            </termEntry>
`)
    expect(body('tmx', '    <tu>', '  </body>', unit)).toBe(`    <tu>
      <tuv xml:lang="en">
        <seg>Source</seg>
      </tuv>
      <tuv xml:lang="de">
        <seg>a &amp; b</seg>
      </tuv>
      <note>Hint</note>
    </tu>
`)
  })
})

test('strings: escapes in a key stay, and its text is the same without a translation', () => {
  const units = [{ context: 'a\\n"b"\n' }, { context: 'c\\', targets: [''] }]
  const file = '"a\\n\\"b\\"\\n" = "Ziel";\n"c\\\\" = "c\\\\";\n'
  expect(convert('strings', ...units)).toBe(file)
})

test('strings: a missing text is replaced by its key, and a note cannot end its comment', () => {
  expect(convert('strings', { targets: [''], note: 'a */ b' }, { targets: ['"x"\n'] })).toBe(
    '/* a * / b */\n"key" = "key";\n"key" = "\\"x\\"\\n";\n',
  )
})
