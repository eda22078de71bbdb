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
/** The colon of a label, which needs no space: `JavaScript：开启`. Code in ASCII may be meant for a program: `javascript：f()`. */
const LABEL_END = /(?<=script)\uff1a(?![\s!-~\uff01-\uff5e]{0,200}[(=`\uff08\uff1d\uff40])/gi
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
  if (WIDE.test(decoded)) decoded = decoded.replace(LABEL_END, ': ').normalize('NFKC')
  return decoded === text ? [text] : [text, decoded]
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
