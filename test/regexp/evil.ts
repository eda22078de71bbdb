/** Expressions and texts on which a backtracking search takes exponential or steep polynomial time. */
export const evil: readonly [pattern: string, text: string][] = [
  ['^(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(x+x+)+y', 'x'],
  ['^(\\d+|\\d+-)*$', '1'],
  ['(.*)*=', 'b'],
  ['a*a*a*a*a*a*a*a*b', 'a'],
  ['^(\\w+\\s?)*$', 'word '],
  ['(a?){50}a{50}', 'a'],
  ['\\s+$', ' '],
  ['<([^>]+)*>', '<'],
  ['^([\\w.-]+)+@([\\w-]+\\.)+$', 'a.'],
  ['(.*,){12}P', '1,'],
  ['\\bfoo\\w*', 'foo'],
  ['^(?!.*bad).*$', 'ba'],
]
