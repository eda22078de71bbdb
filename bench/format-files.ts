const WORDS = 'a Wörter list of words that make up sentences with {0} and %s, more or less'.split(
  ' ',
)
const ENTRIES = 30_000
/** Fewer for pofile, which needs seconds for each reading of so many. */
const PO_ENTRIES = 6_000

/** A file of a format with texts of about 45 characters, comments and escapes, the same each time. */
export function formatFile(format: string): Buffer {
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed >> 8) % below
  }
  const sentence = (): string =>
    Array.from({ length: 3 + random(10) }, () => WORDS[random(WORDS.length)]).join(' ')
  const { head, entry, tail } = SHAPES[format] ?? { head: '', entry: () => '', tail: '' }
  const entries = Array.from({ length: format === 'po' ? PO_ENTRIES : ENTRIES }, (_, index) =>
    entry(index, sentence),
  )
  return Buffer.from(head + entries.join('') + tail)
}

interface Shape {
  readonly head: string
  entry(index: number, sentence: () => string): string
  readonly tail: string
}

const SHAPES: Readonly<Record<string, Shape>> = {
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
