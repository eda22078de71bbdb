import type { KeyIndex } from './key-index.ts'

// Matches placeholders in a literal: `${x}`, `#{x}`, `{x}`, `$x`, `%s`.
const HOLE = String.raw`\$\{|#\{|\{|%(?:\d+\$)?[sdi@]|\$(?=[a-z])`
// Matches operators that join a literal to the next expression: `+`, `..`, `~`, `&`, `||`, and the dot of PHP.
const JOIN = String.raw`\+|\.\.|~|&(?!&)|\|\||<>|\.\s*[$("']|\.\s+\w`

const HEAD = new RegExp(
  String.raw`(["'\`])([\w.:/|-]{2,100}?)(?:(${HOLE})|\1\s*(${JOIN})|(?<=[._:/|-])\1)`,
  'g',
)
/** Matches a key of which only the end is known: `${x}.title`, `x + '.title'`, and Rails' lazy lookup `t('.title')`. */
const TAIL = new RegExp(
  [
    String.raw`["'\`](?:[$#]?\{[^{}\n"'\`]{1,100}\}|%s)([._:/|-][\w.:/|-]{2,100})["'\`]`,
    String.raw`(?:\+|\.\.|~|\w\s*\.)\s*["'\`]([._:/|-][\w.:/|-]{2,100})["'\`]`,
    String.raw`\bt\(?\s*["'](\.\w[\w.]{1,100})["']`,
  ].join('|'),
  'g',
)

/**
 * Marks the keys that a text builds at run time, as far as their beginning or end is in the text. The functions of the
 * text add `scopes` to keys, and names of templates, `files`, may precede them, as in `messages.status_`.
 */
export function markBuiltKeys(
  text: string,
  index: KeyIndex,
  scopes: readonly string[],
  files: ReadonlySet<string>,
): void {
  for (const match of text.matchAll(HEAD)) {
    const [whole, quote = '', head = '', hole, join] = match
    if (head.length < 3 && !/[._:/|-]$/.test(head)) continue
    const rest = text.slice(match.index + whole.length, match.index + whole.length + 200)
    const tail =
      hole !== undefined ? tailIn(rest, quote) : join !== undefined ? tailAfter(rest) : ''
    const key = head.replace(/^[\w-]+:+/, '').replaceAll('|', '.')
    const [file = ''] = key.split('.', 1)
    const keyInFile = files.has(file) ? key.slice(file.length + 1) : ''
    const starts = [head, key, keyInFile, ...scopes.map((scope) => `${scope}.${key}`)]
    for (const start of new Set(starts)) if (start !== '') index.markBuilt(start, tail)
  }
  for (const [, ...tails] of text.matchAll(TAIL)) {
    const tail = tails.find((group) => group !== undefined)
    if (tail !== undefined) index.markBuilt('', tail)
  }
}

/** Returns the part of a literal after its last placeholder. */
function tailIn(rest: string, quote: string): string {
  const end = rest.search(new RegExp(`[${quote}\n]`))
  const literal = end < 0 ? '' : rest.slice(0, end)
  return /[})]([\w.:/|-]*)$/.exec(literal)?.[1] ?? ''
}

/** Returns the literal at the end of a concatenation: `'x.' + y + '.title'`. */
function tailAfter(rest: string): string {
  const [, tail = ''] =
    /^[^"'`\n;,]{1,80}(?:\+|\.\.|~|\.)\s*["'`]([\w.:/|-]+)["'`]/.exec(rest) ?? []
  return tail
}
