/**
 * Returns the text of a token in single quotes, or of a nowdoc, which has no escapes; `mark` is the token's first
 * character.
 */
export function decodeSingle(written: string, mark: string | undefined): string {
  if (mark !== "'") return written
  let decoded = ''
  let from = 0
  for (let at = written.indexOf('\\'); at >= 0; at = written.indexOf('\\', at + 2)) {
    const next = written[at + 1]
    if (next !== '\\' && next !== "'") continue
    decoded += written.slice(from, at)
    from = at + 1
  }
  return from === 0 ? written : decoded + written.slice(from)
}

/** Returns the text of a token in double quotes, or of a heredoc. */
export interface Template {
  /** Variables in it appear as `$name`. */
  readonly text: string
  readonly variables: number
  /** Whether it is only a variable. */
  readonly isVariable: boolean
  /** Whether it contains a part or a member of a variable. */
  readonly hasAccess: boolean
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const NAME = '[A-Za-z_\\x80-\\uffff][\\w\\x80-\\uffff]*'
/** Matches an escape, a variable in one of its three forms, or braces with something else. */
const PART = new RegExp(
  `\\\\(?:x(.{0,2})|(.))|\\$(${NAME})(\\[|->(?=${NAME}))?|\\{\\$(${NAME})\\}|\\$\\{(${NAME})\\}|(\\{\\$|\\$\\{)`,
  'gs',
)

const VARIABLE = new RegExp(`^(?:\\$${NAME}|\\{\\$${NAME}\\}|\\$\\{${NAME}\\})$`)

/** Returns the text of a token in double quotes, as written. */
export function decodeDouble(written: string): Template {
  if (!/[\\$]/.test(written)) {
    return { text: written, variables: 0, isVariable: false, hasAccess: false }
  }
  let variables = 0
  let hasAccess = false
  const text = written.replace(PART, (part, ...groups: (string | undefined)[]) => {
    const [hex, escaped, plain, access, braced, dollarBraced, other] = groups
    if (hex !== undefined) return decodeHex(hex) ?? part
    if (escaped !== undefined) return ESCAPES[escaped] ?? escaped
    hasAccess ||= access !== undefined || other !== undefined
    variables++
    const name = plain ?? braced ?? dollarBraced
    return name === undefined ? part : `$${name}${access ?? ''}`
  })
  return { text, variables, isVariable: VARIABLE.test(written), hasAccess }
}

function decodeHex(digits: string): string | undefined {
  if (!/^[\da-fA-F]{2}$/.test(digits)) return undefined
  return String.fromCharCode(Number.parseInt(digits, 16))
}
