/** Character references that can hide markup, addresses or directions. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", colon: ':', sol: '/', bsol: '\\' },
  ...{ tab: '\t', newline: '\n', nbsp: ' ', equals: '=', period: '.', commat: '@', lpar: '(' },
  ...{ rpar: ')', lrm: '\u200e', rlm: '\u200f' },
}

const ENCODED = new RegExp(
  [
    `&(?:#x0*([0-9a-f]{1,6})|#0*([0-9]{1,7})|(${Object.keys(NAMED).join('|')}));?`,
    '\\\\u\\{0*([0-9a-f]{1,6})\\}',
    '\\\\u([0-9a-f]{4})',
    '\\\\x([0-9a-f]{2})',
    '%([0-7][0-9a-f])',
  ].join('|'),
  'gi',
)
/** Full-width forms of ASCII, which some programs treat as plain letters. */
const WIDE = /[\uff01-\uff5e\ufe64\ufe65]/
/** The colon of a label, which needs no space: `JavaScript：开启`. */
const LABEL_END = /(?<=script)\uff1a/gi
/** In UTF-16 units: bounds the time that each label takes. */
const MAX_LABELED = 200
/**
 * Words that a program cannot read over: it fails at the first name outside of ASCII, unless the name is in quotes or a
 * comment, is declared, or gets a value.
 */
const WORDS =
  '(?![\\w\\s.,;%+-]*\\b(?:async|class|const|delete|function|let|typeof|var)\\b)[\\w\\s,;%+-]*(?:\\.\\d[\\w\\s,;%+-]*)*[^\\0-\\x7f\\s][\\w\\s\\x80-\\uffff]*'
/** Such words, or text in ASCII that calls and assigns nothing. */
const PROSE = new RegExp(
  `^(?:${WORDS}[:=/])*(?:[^(=\`\\x80-\\uffff]*$|${WORDS}(?:$|[^\\w\\s\\x80-\\uffff:=/]))`,
)
const GROUPS = 7
const MAX_ROUNDS = 3
const MAX_CODE = 0x10ffff

/**
 * Returns the text as programs may read it: as written and, if different, with character references, escapes,
 * percent-encoding and full-width characters decoded, even if they were encoded several times.
 */
export function readingsOf(text: string): readonly string[] {
  let decoded = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = decoded.replace(ENCODED, decode)
    if (next === decoded) break
    decoded = next
  }
  if (WIDE.test(decoded)) decoded = decoded.replace(LABEL_END, endLabel).normalize('NFKC')
  return decoded === text ? [text] : [text, decoded]
}

/** Puts a space after the colon of a label before prose, as is usual elsewhere; before code it may belong to an address. */
function endLabel(colon: string, offset: number, text: string): string {
  const end = offset + 1 + MAX_LABELED
  // What is cut off may be code.
  const rest = text.slice(offset + 1, end) + (end < text.length ? '=(' : '')
  return PROSE.test(rest.normalize('NFKC')) ? ': ' : colon
}

function decode(whole: string, ...parts: readonly (string | undefined)[]): string {
  const [hex, decimal, name, ...escapes] = parts.slice(0, GROUPS)
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
  const code =
    decimal === undefined
      ? Number.parseInt(hex ?? escapes.find((group) => group !== undefined) ?? '', 16)
      : Number(decimal)
  return code <= MAX_CODE ? String.fromCodePoint(code) : whole
}
