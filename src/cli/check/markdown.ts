import type { Severity } from '../../checks/check.ts'
import { escapeMarkdown, markdownTable } from '../output/markdown.ts'
import type { CheckReport, Finding, LanguageResult } from './finding.ts'
import { SEVERITIES } from './rule.ts'
import { foundText } from './summary.ts'

/** GitHub accepts comments of up to 65,536 characters; ci/comment.sh adds a line. */
const MAX_CHARACTERS = 60_000
/** The table takes at most half of them, to leave room for the findings. */
const MAX_TABLE_CHARACTERS = 30_000
/** Longer texts are cut. */
const MAX_TEXT = 300

/** A comment for a pull request: the verdict, a table of languages with changes or findings, and the findings, collapsed. */
export function markdownReport(report: CheckReport): string {
  const { findings, languages, isPassed } = report
  const verdict = isPassed ? 'Translations passed' : 'Translations failed'
  const found = foundText(report, (text) => `\`${text}\``).replace('found', 'Found')
  const head = [`### ${verdict}`, '', `${found}.`]
  const news = languages.filter(isNews)
  const table = news.length === 0 ? [] : ['', ...tableOf(news)]
  const room = MAX_CHARACTERS - [...head, ...table].join('\n').length
  return [...head, ...table, ...detailsOf(findings, room)].join('\n')
}

/** Whether a language has findings or a changed percentage. */
function isNews({ found, percentBefore, percent }: LanguageResult): boolean {
  const isChanged = percentBefore !== undefined && percentBefore !== percent
  return isChanged || SEVERITIES.some((severity) => found[severity] > 0)
}

const TITLES: Readonly<Record<Severity, string>> = {
  error: 'Errors',
  warning: 'Warnings',
  note: 'Notes',
}

/** Notes have a column only where some are listed. */
function tableOf(languages: readonly LanguageResult[]): string[] {
  const severities = SEVERITIES.filter(
    (severity) => severity !== 'note' || languages.some(({ found }) => found.note > 0),
  )
  const lines = markdownTable(
    ['Component', 'Language', 'Translated', ...severities.map((one) => TITLES[one])],
    languages.map((one) => [
      escapeMarkdown(one.component),
      escapeMarkdown(one.language),
      percentText(one),
      ...severities.map((severity) => String(one.found[severity])),
    ]),
    new Set([2, 3, 4, 5]),
  )
  const shown = takeWhileShort(lines, MAX_TABLE_CHARACTERS)
  const rest = lines.length - shown.length
  return rest === 0 ? shown : [...shown, '', `… and ${rest} more.`]
}

function percentText({ percentBefore, percent }: LanguageResult): string {
  const now = percent === undefined ? 'cannot be read' : `${percent.toFixed(1)}%`
  const isChanged = percentBefore !== undefined && percentBefore !== percent
  return isChanged ? `${percentBefore.toFixed(1)}% → ${now}` : now
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

function lineOf({ rule, severity, component, languages, context, places }: Finding): string {
  const [{ filename, line, message }] = places
  const place = filename === undefined ? component : `${filename}:${line}`
  const what = context === undefined ? '' : ` **${escapeMarkdown(cut(context))}**`
  const codes = languages.length === 0 ? '' : ` (${escapeMarkdown(languages.join(', '))})`
  const text = `${escapeMarkdown(place)}${what}${codes}: ${severity} \`${rule}\``
  return `- ${text}: ${escapeMarkdown(cut(message))}`
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
