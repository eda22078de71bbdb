const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const LITERALS = words('string template number')
/** What ends a value for certain; a bracket or name may end something else. */
const VALUES = words('string template number variable ]')
const ASSIGNMENTS = words('= .= += -= *= /= %= &= |= ^= <<= >>=')
/** Operators with a value on either side. */
const BINARY: ReadonlySet<string> = new Set([
  ...ASSIGNMENTS,
  ...words('=> . * / % | ^ < > <= >= == === != !== <> && || ? -> :: << >>'),
])
const PREFIXES = words('! @ ~ + - &')
const OPENERS = words('( [ { , ; : ?>')
const ENDS = words(', ; ) ] } ?> end')
/** Operators that are words. */
const WORD_OPERATORS = words('and or xor as instanceof')

/**
 * Returns whether a token may stand beside the next one in PHP 5.4, by their kinds and the text of the latter: enough to
 * find most typing errors without a grammar.
 */
export function areNeighbours(left: string, right: string, rightText: string): boolean {
  if (left === '$') return right === 'variable' || right === '$' || right === '{'
  if (left === '\\') return right === 'name'
  if (left === ',' && (right === ';' || right === '}' || right === 'end')) return false
  if (left === ':' && (right === ',' || right === ')' || right === ']')) return false
  if (BINARY.has(left) || PREFIXES.has(left)) {
    if (right === ':') return left === '?'
    return !BINARY.has(right) && !ENDS.has(right)
  }
  if (BINARY.has(right) || right === ':') {
    return !OPENERS.has(left) && !(ASSIGNMENTS.has(right) && LITERALS.has(left))
  }
  if (!VALUES.has(left)) return true
  if (right === 'name') return WORD_OPERATORS.has(rightText.toLowerCase())
  return right !== 'variable' && !LITERALS.has(right)
}
