const WORDS = 'a Wörter list of words that make up sentences with {0} and %s, more or less'.split(
  ' ',
)
/** Entries per file, as in a large file of a real project; pofile already needs a second for them. */
const ENTRIES = 6_000

/** Returns a deterministic file of a format with comments, escapes and texts of about 45 characters. */
export function formatFile(format: string): Buffer {
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed >> 8) % below
  }
  const sentence = (): string =>
    Array.from({ length: 3 + random(10) }, () => WORDS[random(WORDS.length)]).join(' ')
  const { head, entry, tail } = SHAPES[format] ?? { head: '', entry: () => '', tail: '' }
  const entries = Array.from({ length: ENTRIES }, (_, index) => entry(index, sentence))
  return Buffer.from(head + entries.join('') + tail)
}

interface Shape {
  readonly head: string
  entry(index: number, sentence: () => string): string
  readonly tail: string
}

const XML = '<?xml version="1.0" encoding="utf-8"?>\n'
const XLIFF_HEAD = `${XML}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en" target-language="de" datatype="plaintext" original="app">\n    <body>\n`
const XLIFF_TAIL = '    </body>\n  </file>\n</xliff>\n'

const SHAPES: Readonly<Record<string, Shape>> = {
  ts: {
    head: `${XML}<!DOCTYPE TS>\n<TS version="2.1" language="de">\n<context>\n    <name>Window</name>\n`,
    entry: (index, sentence) =>
      `    <message>\n        <location filename="../src/window${index % 50}.cpp" line="${index}"/>\n        <source>${sentence()} &amp;${index}</source>\n${index % 5 === 0 ? `        <extracomment>${sentence()}</extracomment>\n` : ''}        <translation${index % 9 === 0 ? ' type="unfinished"' : ''}>${sentence()}</translation>\n    </message>\n`,
    tail: '</context>\n</TS>\n',
  },
  xliff: {
    head: XLIFF_HEAD,
    entry: (index, sentence) =>
      `      <trans-unit id="key${index}" datatype="html">\n        <source>${sentence()}${index % 4 === 0 ? ' <x id="INTERPOLATION" equiv-text="{{count}}"/>' : ''}</source>\n        <target state="translated">${sentence()}</target>\n        <context-group purpose="location">\n          <context context-type="sourcefile">src/app/page${index % 50}.ts</context>\n          <context context-type="linenumber">${index}</context>\n        </context-group>\n${index % 5 === 0 ? `        <note priority="1" from="description">${sentence()}</note>\n` : ''}      </trans-unit>\n`,
    tail: XLIFF_TAIL,
  },
  poxliff: {
    head: XLIFF_HEAD,
    entry: (index, sentence) =>
      `      <trans-unit id="key${index}" xml:space="preserve" approved="yes">\n        <source>${sentence()}</source>\n        <target state="translated">${sentence()}</target>\n        <context-group name="po-reference" purpose="location">\n          <context context-type="sourcefile">src/file${index % 50}.c</context>\n          <context context-type="linenumber">${index}</context>\n        </context-group>\n      </trans-unit>\n`,
    tail: XLIFF_TAIL,
  },
  resx: {
    head: `${XML}<root>\n  <resheader name="version">\n    <value>2.0</value>\n  </resheader>\n`,
    entry: (index, sentence) =>
      `  <data name="Window_Key${index}" xml:space="preserve">\n    <value>${sentence()}${index % 7 === 0 ? ' &lt;b&gt;' : ''}</value>\n${index % 5 === 0 ? `    <comment>${sentence()}</comment>\n` : ''}  </data>\n`,
    tail: '</root>\n',
  },
  stringsdict: {
    head: `${XML}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n`,
    entry: (index, sentence) =>
      `  <key>key${index}</key>\n  <dict>\n    <key>NSStringLocalizedFormatKey</key>\n    <string>%#@count@</string>\n    <key>count</key>\n    <dict>\n      <key>NSStringFormatSpecTypeKey</key>\n      <string>NSStringPluralRuleType</string>\n      <key>NSStringFormatValueTypeKey</key>\n      <string>d</string>\n      <key>one</key>\n      <string>${sentence()}</string>\n      <key>other</key>\n      <string>${sentence()}</string>\n    </dict>\n  </dict>\n`,
    tail: '</dict>\n</plist>\n',
  },
  aresource: {
    head: `${XML}<resources xmlns:tools="http://schemas.android.com/tools">\n`,
    entry: (index, sentence) =>
      index % 10 === 0
        ? `    <!-- ${sentence()} -->\n    <plurals name="group_${index}">\n        <item quantity="one">${sentence()}</item>\n        <item quantity="other">${sentence()}</item>\n    </plurals>\n`
        : `    <string name="some_key_${index}">${sentence()}${index % 7 === 0 ? " it\\'s <b>bold</b>" : ''}</string>\n`,
    tail: '</resources>\n',
  },
  tbx: {
    head: `${XML}<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">\n<martif type="TBX" xml:lang="en">\n  <text>\n    <body>\n`,
    entry: (index, sentence) =>
      `      <termEntry id="term${index}">\n${index % 5 === 0 ? `        <note from="translator">${sentence()}</note>\n` : ''}        <langSet xml:lang="en">\n          <tig>\n            <term>${sentence()}</term>\n          </tig>\n        </langSet>\n        <langSet xml:lang="de">\n          <tig>\n            <term>${sentence()}</term>\n          </tig>\n        </langSet>\n      </termEntry>\n`,
    tail: '    </body>\n  </text>\n</martif>\n',
  },
  'properties-utf8': {
    head: '# Texts\n\n',
    entry: (index, sentence) =>
      `${index % 5 === 0 ? `# ${sentence()}\n` : ''}some.section.key${index}=${sentence()}${index % 7 === 0 ? '\\n\\u00e9' : ''}\n`,
    tail: '',
  },
  php: {
    head: '<?php\n\nreturn [\n',
    entry: (index, sentence) =>
      index % 10 === 0
        ? `    // ${sentence()}\n    'group_${index}' => [\n        'one' => '${sentence()}',\n        'two' => "${sentence()}\\n",\n    ],\n`
        : `    'some_key_${index}' => '${sentence()}${index % 7 === 0 ? " it\\'s" : ''}',\n`,
    tail: '];\n',
  },
  yaml: {
    head: 'de:\n',
    entry: (index, sentence) =>
      index % 10 === 0
        ? `  group_${index}:\n    one: The ${sentence()}\n    two: "${sentence()}\\n"\n    list:\n    - The ${sentence()}\n`
        : `  some_key_${index}: ${index % 3 === 0 ? `'${sentence()}'` : `The ${sentence()}`}\n`,
    tail: '',
  },
  po: {
    head: 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n',
    entry: (index, sentence) =>
      `#: src/file${index % 50}.c:${index}\nmsgid "${sentence()} ${index}"\nmsgstr "${sentence()}"\n\n`,
    tail: '',
  },
}
