import type { Check, CheckedUnit } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { countNoun, differsIn } from '../sentence.ts'
import { codePoints, countOf } from '../text.ts'

/** A path such as `C:\\folder\file`, in which only the first backslash is doubled. */
const windowsPath = /[A-Z]:\\\\[^\\ ]+(?:\\[^\\ ]+)+/g

const LINE_BREAK = 'a line break'

/** Checks of line breaks. Only line feeds count. */
export const newlineChecks: readonly Check[] = [
  formCheck({
    id: 'begin_newline',
    name: 'Starting newline',
    description: 'Source and translation do not both start with a newline',
    severity: 'warning',
    fails: (source, target) =>
      source !== '' && target !== '' && source.startsWith('\n') !== target.startsWith('\n'),
    explain: ({ source, target }) => [
      differsIn(target.startsWith('\n'), 'start', LINE_BREAK),
      ['source', 0, source.startsWith('\n') ? 1 : 0],
      ['target', 0, target.startsWith('\n') ? 1 : 0],
    ],
  }),
  formCheck({
    id: 'end_newline',
    name: 'Trailing newline',
    description: 'Source and translation do not both end with a newline',
    severity: 'warning',
    ends: codePoints('\n'),
    fails: (source, target) =>
      source !== '' && target !== '' && source.endsWith('\n') !== target.endsWith('\n'),
    explain: ({ source, target }) => [
      differsIn(target.endsWith('\n'), 'end', LINE_BREAK),
      ['source', source.length - (source.endsWith('\n') ? 1 : 0), source.length],
      ['target', target.length - (target.endsWith('\n') ? 1 : 0), target.length],
    ],
  }),
  formCheck({
    id: 'escaped_newline',
    name: 'Mismatched \\n',
    description: 'Number of \\n literals in translation does not match source',
    severity: 'warning',
    fails: (source, target) =>
      source !== '' && target !== '' && countEscapes(source) !== countEscapes(target),
    explain: ({ source, target }) => [
      `The translation has ${escapes(countEscapes(target))}; the source has ${escapes(countEscapes(source))}`,
    ],
  }),
  formCheck({
    id: 'newline-count',
    name: 'Mismatching line breaks',
    description: 'Number of new lines in translation does not match source',
    severity: 'warning',
    isHarmless: hasOwnLines,
    fails: (source, target) =>
      source !== '' && target !== '' && countOf('\n', source) !== countOf('\n', target),
    explain: ({ source, target }) => [
      `The translation has ${countNoun(countOf('\n', target), 'line break')}; the source has ${countOf('\n', source)}`,
    ],
  }),
]

/** The selector of a Fluent text: `{ $count ->` at the end of a line. */
const VARIANTS = /\{[^{}\n]*->[ \t]*\n/

/** An attribute of a term: `.gender = feminine`. */
const ATTRIBUTE = /^ *\.[a-zA-Z][\w-]* *=/m

/**
 * Returns whether a Fluent text has variants, or is a term with attributes, each on a line of its own: languages need
 * different ones.
 */
function hasOwnLines({ context, flags, sources, targets }: CheckedUnit): boolean {
  if (!flags.has('fluent-target-syntax')) return false
  const texts = [...sources, ...targets]
  const isTerm = context.startsWith('-')
  return texts.some((text) => VARIANTS.test(text) || (isTerm && ATTRIBUTE.test(text)))
}

function escapes(count: number): string {
  if (count === 0) return 'no `\\n`'
  return count === 1 ? 'one `\\n`' : `\`\\n\` ${count} times`
}

/** Counts the characters `\n` outside Windows paths. */
function countEscapes(text: string): number {
  if (!text.includes('\\n')) return 0
  return countOf('\\n', text.includes(':\\\\') ? text.replace(windowsPath, '') : text)
}
