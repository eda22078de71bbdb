import { SEVERITIES, type Severity } from '../../checks/check.ts'
import type { CheckReport, Finding, LanguageResult } from '../../facts/records.ts'
import { escapeMarkdown, markdownTable, takeWhileShort } from '../output/markdown.ts'
import { cut } from '../output/terminal.ts'
import { percentText } from '../status/table.ts'

import { foundParts, mistakeOf } from './text.ts'

/** GitHub accepts comments of up to 65,536 characters; ci/comment.sh adds a line. */
const MAX_CHARACTERS = 60_000
/** Maximum length of the table: half the comment, to leave room for the findings. */
const MAX_TABLE_CHARACTERS = 30_000
const MAX_TEXT = 300
/** Maximum number of open findings; the others are collapsed. */
const MAX_OPEN = 20
/** Maximum number of languages in a line; the others are only counted. */
const MAX_LANGUAGES = 8

/**
 * Returns a comment for a pull request: the verdict, the findings, up to three lines on how languages changed, and a
 * collapsed table of languages. If the check passed, `ci/comment.sh` looks for a finding or the line of languages that
 * got worse to decide whether to post it.
 */
export function markdownReport(report: CheckReport): string {
  const { findings, languages, isPassed } = report
  const verdict = isPassed ? 'Translations passed' : 'Translations failed'
  const summary = foundParts(report, (text) => `\`${text}\``).join('; ')
  const head = [`### ${verdict}`, '', `${summary.replace('found', 'Found')}.`]
  const news = languages.filter(isNews)
  const rest = [...changesOf(report), ...tableOf(news)]
  const room = MAX_CHARACTERS - [...head, ...rest].join('\n').length
  return [...head, ...findingsOf(findings, room), ...rest].join('\n')
}

/** Returns whether a language has findings or a changed percentage. */
function isNews({ found, percentBefore, percent }: LanguageResult): boolean {
  const isChanged = percentBefore !== undefined && percentBefore !== percent
  return isChanged || SEVERITIES.some((severity) => found[severity] > 0)
}

/** Returns one line each for languages that got worse, got better, or are new. */
function changesOf({ languages, base }: CheckReport): string[] {
  const changed = languages.filter(({ percentBefore: before }) => before !== undefined)
  const isWorse = ({ percentBefore = 0, percent = -1 }: LanguageResult) => percent < percentBefore
  const isBetter = ({ percentBefore = 0, percent = -1 }: LanguageResult) => percent > percentBefore
  const isNew = ({ percentBefore, percent }: LanguageResult) =>
    base !== undefined && percentBefore === undefined && percent !== undefined
  const isAlone = new Set(languages.map(({ component }) => component)).size === 1
  const lines = [
    ['Worse', changed.filter(isWorse)] as const,
    ['Better', changed.filter(isBetter)] as const,
    ['New', languages.filter(isNew)] as const,
  ].flatMap(([word, languageResults]) => {
    const names = languageResults.slice(0, MAX_LANGUAGES).map((result) => {
      const component = isAlone ? '' : `${escapeMarkdown(result.component)} `
      return `${component}${escapeMarkdown(result.language)} ${percentChange(result)}`
    })
    const more = languageResults.length - names.length
    if (more > 0) names.push(`${more} more`)
    return languageResults.length === 0 ? [] : [`**${word}:** ${names.join(', ')}`]
  })
  return lines.length === 0 ? [] : ['', lines.join('  \n')]
}

const TITLES: Readonly<Record<Severity, string>> = {
  error: 'Errors',
  warning: 'Warnings',
  note: 'Notes',
}

/** Returns the collapsed table of languages. Notes have a column only if some are listed. */
function tableOf(languages: readonly LanguageResult[]): string[] {
  if (languages.length === 0) return []
  const severities = SEVERITIES.filter(
    (severity) => severity !== 'note' || languages.some(({ found }) => found.note > 0),
  )
  const lines = markdownTable(
    ['Component', 'Language', 'Translated', ...severities.map((severity) => TITLES[severity])],
    languages.map((result) => [
      escapeMarkdown(result.component),
      escapeMarkdown(result.language),
      percentChange(result),
      ...severities.map((severity) => String(result.found[severity])),
    ]),
  )
  const shown = takeWhileShort(lines, MAX_TABLE_CHARACTERS)
  const rest = lines.length - shown.length
  const table = rest === 0 ? shown : [...shown, '', `… and ${rest} more.`]
  return folded(`Languages with changes or findings (${languages.length})`, table)
}

function folded(summary: string, lines: readonly string[]): string[] {
  return ['', '<details>', `<summary>${summary}</summary>`, '', ...lines, '', '</details>']
}

function percentChange({ percentBefore, percent }: LanguageResult): string {
  const now = percentText(percent ?? null)
  const isChanged = percentBefore !== undefined && percentBefore !== percent
  return isChanged ? `${percentText(percentBefore)} → ${now}` : now
}

/** Returns the findings as far as there is room, the first ones open and the others collapsed. */
function findingsOf(findings: readonly Finding[], room: number): string[] {
  if (findings.length === 0) return []
  const more = (rest: number) => `- … and ${rest} more.`
  const fold = folded(`More findings (${findings.length})`, [more(findings.length)])
  const lines = takeWhileShort(findings.map(lineOf), room - fold.join('\n').length - 2)
  const [open, others] = [lines.slice(0, MAX_OPEN), lines.slice(MAX_OPEN)]
  const rest = findings.length - lines.length
  if (rest > 0) others.push(more(rest))
  const count = findings.length - open.length
  return ['', ...open, ...(count === 0 ? [] : folded(`More findings (${count})`, others))]
}

function lineOf(finding: Finding): string {
  const { rule, severity, component, languages, context, places } = finding
  const [{ filename, line }] = places
  const place = filename === undefined ? component : `${filename}:${line}`
  const what = context === undefined ? '' : ` **${escapeMarkdown(cut(context, MAX_TEXT))}**`
  const codes = languages.length === 0 ? '' : ` (${escapeMarkdown(languages.join(', '))})`
  const text = `${escapeMarkdown(place)}${what}${codes}: ${severity} \`${rule}\``
  return `- ${text}: ${escapeMarkdown(cut(mistakeOf(finding), MAX_TEXT))}`
}
