import type { Check } from '../check.ts'
import { formCheck } from '../form-check.ts'

/** A percent sign with what Java's Formatter reads after it; the group is undefined if that is nothing. */
const PERCENT = /%((?:\d+\$)?[-#+ 0,(<]*\d*(?:\.\d+)?(?:[tT]?[a-zA-Z]|%))?/g
/** Not written on purpose: the letter belongs to the next word. */
const SPACED = /^(?:\d+\$)?[-#+0,(<]* /

/** Finds a percent sign that starts no placeholder: in `%d% des`, which should be `%d%% des`. */
function findStray(text: string): RegExpExecArray | undefined {
  for (const match of text.matchAll(PERCENT)) {
    if (match[1] === undefined || SPACED.test(match[1])) return match
  }
  return undefined
}

/**
 * Finds a percent sign that Java treats as a placeholder without an argument or as an invalid one, so that the program
 * crashes. Weblate's check does not detect it. Sources with such a sign are not format strings.
 */
export const strayPercent: Check = formCheck({
  id: 'stray-percent',
  name: 'Stray percent sign',
  description:
    'The Java format has a percent sign that is neither doubled nor part of a placeholder.',
  severity: 'error',
  enabledBy: ['java-printf-format'],
  fails: (source, target) =>
    target.includes('%') &&
    source.includes('%') &&
    findStray(source) === undefined &&
    findStray(target),
  explain: ({ subject, fault: { index: start } }) => [
    `${subject} has a percent sign that does not start a placeholder; write \`%%\` for a literal one`,
    ['target', start, start + 1],
  ],
})
