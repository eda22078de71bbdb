import type { Check } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { codePoints, countOf } from '../text.ts'

/** A path such as `C:\\folder\file`, with the backslashes doubled at the start only. */
const windowsPath = /[A-Z]:\\\\[^\\ ]+(?:\\[^\\ ]+)+/g

/** The checks of line breaks. Only line feeds count. */
export const newlineChecks: readonly Check[] = [
  formCheck({
    id: 'begin_newline',
    name: 'Starting newline',
    description: 'Source and translation do not both start with a newline',
    fails: (source, target) =>
      source !== '' && target !== '' && source.startsWith('\n') !== target.startsWith('\n'),
    explain: (source, target) => [
      source.startsWith('\n')
        ? 'The source starts with a line break, the translation does not'
        : 'The translation starts with a line break, the source does not',
      ['source', 0, source.startsWith('\n') ? 1 : 0],
      ['target', 0, target.startsWith('\n') ? 1 : 0],
    ],
  }),
  formCheck({
    id: 'end_newline',
    name: 'Trailing newline',
    description: 'Source and translation do not both end with a newline',
    ends: codePoints('\n'),
    fails: (source, target) =>
      source !== '' && target !== '' && source.endsWith('\n') !== target.endsWith('\n'),
    explain: (source, target) => [
      source.endsWith('\n')
        ? 'The source ends with a line break, the translation does not'
        : 'The translation ends with a line break, the source does not',
      ['source', source.length - (source.endsWith('\n') ? 1 : 0), source.length],
      ['target', target.length - (target.endsWith('\n') ? 1 : 0), target.length],
    ],
  }),
  formCheck({
    id: 'escaped_newline',
    name: 'Mismatched \\n',
    description: 'Number of \\n literals in translation does not match source',
    fails: (source, target) =>
      source !== '' && target !== '' && countEscapes(source) !== countEscapes(target),
    explain: (source, target) => [
      `The source has ${countEscapes(source)} of the characters \\n, the translation ${countEscapes(target)}`,
    ],
  }),
  formCheck({
    id: 'newline-count',
    name: 'Mismatching line breaks',
    description: 'Number of new lines in translation does not match source',
    fails: (source, target) =>
      source !== '' && target !== '' && countOf('\n', source) !== countOf('\n', target),
    explain: (source, target) => [
      `Line breaks in the source: ${countOf('\n', source)}, in the translation: ${countOf('\n', target)}`,
    ],
  }),
]

/** How often `\n` is spelled out, outside Windows paths. */
function countEscapes(text: string): number {
  if (!text.includes('\\n')) return 0
  return countOf('\\n', text.includes(':\\\\') ? text.replace(windowsPath, '') : text)
}
