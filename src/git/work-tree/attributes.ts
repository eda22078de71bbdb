import { findLast, type Pattern, type PatternList, parsePattern, patternLines } from './patterns.ts'

/** The attributes that decide how Git stores a file (https://git-scm.com/docs/gitattributes). */
export interface Attributes {
  readonly text: 'set' | 'unset' | 'auto' | undefined
  readonly hasEol: boolean
  /** Encoding of the file on disk. */
  readonly encoding: string | undefined
  /** Whether a program converts between the stored file and the file on disk, as for Git LFS. */
  readonly isFiltered: boolean
}

/** Maps an attribute to `set`, `unset` or a value; undefined if it is unspecified. */
type Values = Map<string, string | undefined>

/** Parses an attributes file. Git accepts macros only from the file at the top and from files outside the tree. */
export function parseAttributes(
  text: string,
  base: string,
  ignoreCase: boolean,
): PatternList & { readonly macros: ReadonlyMap<string, string> } {
  const macros = new Map<string, string>()
  const patterns = patternLines(text).flatMap((line): Pattern[] => {
    const [, quoted, plain = '', rest = ''] =
      /^\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))\s*(.*)$/.exec(line) ?? []
    const written = quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1')
    if (written.startsWith('[attr]')) {
      macros.set(written.slice('[attr]'.length), rest)
      return []
    }
    // Git does not support negated patterns here.
    const pattern = parsePattern(written, { ignoreCase, rest })
    return pattern === undefined || pattern.isNegated ? [] : [pattern]
  })
  return { base, patterns, macros }
}

const BINARY = new Map([['binary', '-diff -merge -text']])

/** Returns the attributes of a file. `lists` must be sorted by increasing precedence. */
export function attributesOf(
  path: string,
  lists: readonly ReturnType<typeof parseAttributes>[],
): Attributes {
  const macros = new Map(
    [BINARY, ...lists.map((list) => list.macros)].flatMap((macros) => [...macros]),
  )
  const values: Values = new Map()
  for (const { base, patterns } of lists) {
    for (const pattern of patterns) {
      const fit = findLast({ base, patterns: [pattern] }, path, false)
      if (fit !== undefined) assign(fit.rest, values, macros)
    }
  }
  const text = values.get('text') ?? values.get('crlf')
  const encoding = values.get('working-tree-encoding')
  const isText = text === 'set' || text === 'unset' || text === 'auto'
  return {
    text: text === 'input' ? 'set' : isText ? text : undefined,
    hasEol: ['lf', 'crlf'].includes(values.get('eol') ?? '') || text === 'input',
    encoding: encoding === 'set' || encoding === 'unset' ? undefined : encoding,
    isFiltered: ![undefined, 'set', 'unset'].includes(values.get('filter')),
  }
}

function assign(written: string, values: Values, macros: ReadonlyMap<string, string>): void {
  for (const attribute of written.split(/\s+/)) {
    const [, sign = '', name = '', value] = /^([-!]?)([^=]+)(?:=(.*))?$/.exec(attribute) ?? []
    if (name === '') continue
    const macro = sign === '' && value === undefined ? macros.get(name) : undefined
    // A macro must not contain itself.
    if (macro !== undefined)
      assign(macro, values, new Map([...macros].filter(([is]) => is !== name)))
    if (sign === '!') values.set(name, undefined)
    else values.set(name, sign === '-' ? 'unset' : (value ?? 'set'))
  }
}
