import { escapeMarkdown, markdownTable } from '../output/markdown.ts'
import { type CheckReport, type Finding, foundText, type LanguageResult } from './finding.ts'

/** GitHub accepts comments of up to 65,536 characters; ci/comment.sh adds a line. */
const MAX_CHARACTERS = 60_000
/** The table takes at most half of them, to leave room for the findings. */
const MAX_TABLE_CHARACTERS = 30_000
/** Longer texts are cut. */
const MAX_TEXT = 300

/** A comment for a pull request: the verdict, a table of languages with changes or findings, and the findings, collapsed. */
export function markdownReport({ findings, languages, isPassed, base }: CheckReport): string {
  const verdict = isPassed ? 'Translations passed' : 'Translations failed'
  const found = foundText(findings, base, (text) => `\`${text}\``)
  const head = [`### ${verdict}`, '', `Found ${found}.`]
  const rows = languages.filter(isNews).map(rowOf)
  const table = rows.length === 0 ? [] : ['', ...tableOf(rows)]
  const room = MAX_CHARACTERS - [...head, ...table].join('\n').length
  return [...head, ...table, ...detailsOf(findings, room)].join('\n')
}

/** Whether a language has findings or a changed percentage. */
function isNews({ findings, percentBefore, percent }: LanguageResult): boolean {
  return findings.length > 0 || (percentBefore !== undefined && percentBefore !== percent)
}

function rowOf({
  component,
  language,
  percentBefore,
  percent,
  findings,
}: LanguageResult): string[] {
  const isChanged = percentBefore !== undefined && percentBefore !== percent
  const before = isChanged ? `${percentBefore.toFixed(1)}% → ` : ''
  return [
    escapeMarkdown(component),
    escapeMarkdown(language),
    `${before}${percent.toFixed(1)}%`,
    String(findings.length),
  ]
}

function tableOf(rows: readonly string[][]): string[] {
  const lines = markdownTable(
    ['Component', 'Language', 'Translated', 'Found'],
    rows,
    new Set([2, 3]),
  )
  const shown = takeWhileShort(lines, MAX_TABLE_CHARACTERS)
  const rest = lines.length - shown.length
  return rest === 0 ? shown : [...shown, '', `… and ${rest} more.`]
}

function detailsOf(findings: readonly Finding[], room: number): string[] {
  if (findings.length === 0) return []
  const head = ['', '<details>', `<summary>What was found (${findings.length})</summary>`, '']
  const foot = ['', '</details>']
  const more = (rest: number) => `- … and ${rest} more.`
  const own = [...head, more(findings.length), ...foot].join('\n').length + 2
  const lines = findings.map(lineOf)
  const shown = takeWhileShort(lines, room - own)
  const rest = lines.length - shown.length
  return [...head, ...shown, ...(rest === 0 ? [] : [more(rest)]), ...foot]
}

function lineOf({ rule, component, language, filename, line, context, message }: Finding): string {
  const place = filename === undefined ? `${component} ${language ?? ''}` : `${filename}:${line}`
  const what = context === undefined ? '' : ` **${escapeMarkdown(cut(context))}**`
  return `- ${escapeMarkdown(place)}${what}: \`${rule}\`: ${escapeMarkdown(cut(message))}`
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length <= MAX_TEXT ? text : `${characters.slice(0, MAX_TEXT).join('')}…`
}

/** The first lines that fit, each with a line end. */
function takeWhileShort(lines: readonly string[], maxCharacters: number): string[] {
  let length = 0
  const index = lines.findIndex((line) => {
    length += line.length + 1
    return length > maxCharacters
  })
  return lines.slice(0, index === -1 ? lines.length : index)
}
