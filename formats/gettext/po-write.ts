import type { DocumentUnit, TranslationDocument } from '../translation-document.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\u0007': '\\a',
}

/** Fields of a header whose order depends on the writer. */
const LAST_FIELDS = [
  'Language',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Plural-Forms',
  'X-Generator',
] as const
type LastField = (typeof LAST_FIELDS)[number]

export const LAST_FIELDS_2026: readonly LastField[] = [
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'X-Generator',
  'Language',
  'Plural-Forms',
]

/** A PO file with the flags of its units: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html */
export function writePo(
  document: TranslationDocument,
  lastFields: readonly LastField[] = LAST_FIELDS,
): string {
  // An empty msgid without a context is the header.
  const units = document.units.filter(({ context, sources }) => context + sources[0] !== '')
  const header = `msgid ""\n${keyword('msgstr', headerOf(document, lastFields))}`
  return [header, ...units.map(entry)].join('\n')
}

/** Returns the text of a header, a line for each field. */
export function headerOf(
  { projectName, language, page, timestamp }: TranslationDocument,
  lastFields: readonly LastField[] = LAST_FIELDS,
): string {
  const created = new Date(timestamp * 1000).toISOString()
  const { number, formula } = language.filePlural
  const last: Record<LastField, string> = {
    Language: language.code,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': `nplurals=${number}; plural=${formula};`,
    'X-Generator': 'gitglot',
  }
  const fields = [
    `Project-Id-Version: ${language.name} (${projectName})`,
    'Report-Msgid-Bugs-To: ',
    `POT-Creation-Date: ${created.slice(0, 10)} ${created.slice(11, 16)}+0000`,
    'PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE',
    'Last-Translator: FULL NAME <EMAIL@ADDRESS>',
    `Language-Team: ${language.name} <${page}>`,
    ...lastFields.map((name) => `${name}: ${last[name]}`),
  ]
  return fields.map((field) => `${field}\n`).join('')
}

function entry({
  context,
  sources,
  targets,
  isPlural,
  isFuzzy,
  note,
  location,
  flags,
}: DocumentUnit): string {
  const [source = '', ...others] = sources
  const marks = [isFuzzy ? 'fuzzy' : '', flags].filter((mark) => mark !== '').join(', ')
  const [target = ''] = targets
  return [
    note === ''
      ? ''
      : note
          .split(/\r\n|[\n\r]/)
          .map(comment)
          .join(''),
    location === '' ? '' : `#: ${location.split(', ').map(reference).join(' ')}\n`,
    marks === '' ? '' : `#, ${marks}\n`,
    context === '' ? '' : keyword('msgctxt', context),
    keyword('msgid', source),
    ...(isPlural
      ? [
          keyword('msgid_plural', others.at(-1) ?? source),
          ...targets.map((form, index) => keyword(`msgstr[${index}]`, form)),
        ]
      : [keyword('msgstr', target)]),
  ].join('')
}

function comment(line: string): string {
  return line === '' ? '#.\n' : `#. ${line}\n`
}

/** Encodes what would end a reference, or what readers decode. */
function reference(place: string): string {
  return place.replace(/[\s%+]/gu, encodeURIComponent)
}

/** Writes a text on one line if it fits, otherwise line by line below an empty text. */
function keyword(name: string, text: string): string {
  const lines = text
    .split(/(?<=\n)/)
    .map((line) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: PO has escapes for these
      line.replace(/["\\\x07-\x0d]/g, (character) => ESCAPES[character] ?? character),
    )
    .flatMap(wrapPo)
  const isShort = lines.length <= 1 && (lines[0] ?? '').length <= MAX_FIRST_LINE
  const shown = isShort ? [lines[0] ?? ''] : ['', ...lines]
  return `${name} ${shown.map((line) => `"${line}"\n`).join('')}`
}

/** Longer texts go below their keyword. */
const MAX_FIRST_LINE = 71

/** Columns of a line without its quotes. */
const MAX_COLUMNS = 77

/** Full-width characters take two columns, and lines may end beside them. */
const WIDE =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff01-\\uff60]'
const WIDE_CHARACTERS = new RegExp(WIDE, 'gu')
/**
 * Where a line may end, as in Weblate's files: after spaces (but not before a bar), before an escape, after a slash in
 * an address, and beside full-width characters.
 */
const BREAK = new RegExp(
  `(?<=\\s)(?=[^\\s|])|(?<=[\\w-]/)(?=[^/\\s])|(?<=[^\\\\])(?=\\\\)|(?=${WIDE})|(?<=${WIDE})`,
  'u',
)

/** Splits an escaped text without line ends into lines of at most 77 columns, as far as it can be cut. */
function wrapPo(text: string): string[] {
  if (columnsOf(text) <= MAX_COLUMNS) return [text]
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const piece of text.split(BREAK)) {
    const width = columnsOf(piece)
    if (line !== '' && columns + width > MAX_COLUMNS) {
      lines.push(line)
      line = ''
      columns = 0
    }
    line += piece
    columns += width
  }
  lines.push(line)
  return lines
}

function columnsOf(text: string): number {
  return [...text].length + (text.match(WIDE_CHARACTERS)?.length ?? 0)
}
