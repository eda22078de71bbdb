import type { ReviewedString, Risk } from '../../catalog/review/reason.ts'
import type { Review } from '../../catalog/review/review.ts'
import { counted } from '../../facts/format-numbers.ts'
import { reviewSentence, summarizeReview } from '../../facts/review.ts'
import { printableJson, sanitizeTerminal } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { alignColumns } from '../output/columns.ts'
import { escapeMarkdown, markdownTable, takeWhileShort } from '../output/markdown.ts'
import { type Color, cut, type Screen, screenOf } from '../output/terminal.ts'
import { markChange, textOf } from '../output/texts.ts'
import { printSides } from '../read-sides.ts'
import { alertText } from '../status/table.ts'

/** Prints a review of the changes between two commits. Resolves and throws like `printSides`. */
export function review(args: Arguments): Promise<number> {
  const { language, format } = args.values
  return printSides(args, true, async (sides) => {
    const summary = await summarizeReview(sides, language !== undefined)
    if (format === 'json') return printableJson(summary)
    if (format === 'markdown') return reviewMarkdown(summary)
    return reviewText(summary, screenOf(process.stdout))
  })
}

const COLORS: Readonly<Record<Risk, Color>> = { high: 'red', medium: 'yellow', low: 'dim' }

const MAX_LOW = 20

/** Formats a review for people: a sentence, the changes by language and author, then the strings. */
function reviewText(review: Review, screen: Screen): string {
  const alerts = review.newAlerts.map((alert) => `  ${alertText(alert, screen)}`)
  const parts = [reviewSentence(review), ...alerts, ...tableOf(review), ...peopleOf(review)]
  const isLow = ({ risk }: ReviewedString) => risk === 'low'
  const low = review.strings.filter(isLow)
  const shown = [...review.strings.filter((string) => !isLow(string)), ...low.slice(0, MAX_LOW)]
  const strings = shown.map((string) => stringText(string, screen))
  const left = low.length - MAX_LOW
  if (left > 0) strings.push(`and ${left} more of low risk; --format json has all`)
  return [parts.join('\n'), ...strings].join('\n\n')
}

function tableOf({ languages }: Review): string[] {
  const lines = alignColumns(
    languages.map(({ component, language, languageName, translated, reworded, untranslated }) => [
      sanitizeTerminal(component),
      sanitizeTerminal(`${language} ${languageName}`),
      translated > 0 ? `${translated} new` : '',
      reworded > 0 ? `${reworded} reworded` : '',
      untranslated > 0 ? `${untranslated} gone` : '',
    ]),
  )
  return lines.map((line) => `  ${line}`)
}

/** Returns how much each person wrote, and the commits that look machine-made. */
function peopleOf({ authors, bulk }: Review): string[] {
  return [
    ...(authors ?? []).map(({ author, isFirst, commits, strings, languages }) => {
      const what = `${counted(strings, 'text')} in ${counted(commits, 'commit')} (${languages.join(', ')})`
      return `  ${sanitizeTerminal(author)}${isFirst ? ', for the first time' : ''}: ${what}`
    }),
    ...bulk.map(({ commit, author, strings, languages }) => {
      const by = author === null ? '' : ` by ${sanitizeTerminal(author)}`
      return `  ${commit.slice(0, 12)}${by} writes ${counted(strings, 'text')} in ${counted(languages, 'language')} at once, like a script or machine translation`
    }),
  ]
}

function stringText(
  { component, language, context, risk, reasons, source, before, after }: ReviewedString,
  screen: Screen,
): string {
  const { paint } = screen
  const place = [component, language, context].map(sanitizeTerminal).join('  ')
  const [old, now] = [textOf(before ?? []), textOf(after)]
  const change = old === now ? now : now === '' ? `[-${old}-]` : markChange(old, now, screen)
  return [
    `${paint(COLORS[risk], risk)}  ${place}`,
    ...reasons.map(({ kind, message }) => `  ${kind}: ${sanitizeTerminal(message)}`),
    ...(textOf(source) === now ? [] : [`    ${paint('dim', textOf(source))}`]),
    `    ${change}`,
  ].join('\n')
}

/** Half of GitHub's limit for a comment, whose first half is the report of `check`. */
const MAX_CHARACTERS = 30_000
/** Maximum number of languages listed; the others are only counted. */
const MAX_ROWS = 100
const MAX_TEXT = 500

/** Returns a comment for a pull request: a summary, the authors, the strings by risk. */
function reviewMarkdown(review: Review): string {
  const { languages, newAlerts, strings } = review
  const head = ['### Translations to review', '', escapeMarkdown(reviewSentence(review))]
  const facts = [...newAlerts.map(({ message }) => message), ...peopleOf(review)]
  if (facts.length > 0) head.push('', ...facts.map((fact) => `- ${escapeMarkdown(fact.trim())}`))
  const table = markdownTable(
    ['Component', 'Language', 'New', 'Reworded', 'Gone'],
    languages
      .slice(0, MAX_ROWS)
      .map((language) => [
        escapeMarkdown(language.component),
        escapeMarkdown(`${language.language} ${language.languageName}`),
        ...[language.translated, language.reworded, language.untranslated].map(String),
      ]),
  )
  if (languages.length > 0) head.push('', ...table)
  if (languages.length > MAX_ROWS) head.push('', `… and ${languages.length - MAX_ROWS} more.`)
  if (strings.length === 0) return head.join('\n')
  head.push('')
  const room = MAX_CHARACTERS - head.join('\n').length
  const shown = takeWhileShort(strings.map(stringLines), room)
  const rest = strings.length - shown.length
  return [...head, ...shown, ...(rest > 0 ? [`- … and ${rest} more.`] : [])].join('\n')
}

function stringLines(reviewed: ReviewedString): string {
  const { component, language, context, risk, reasons, source, before, after } = reviewed
  const [old, now] = [textOf(before ?? []), textOf(after)]
  const change = old === now ? now : markChange(old, now, screenOf({}, {}))
  const messages = reasons.map(({ kind, message }) => `\`${kind}\` ${escapeMarkdown(message)}`)
  return [
    `- **${risk}** ${escapeMarkdown(`${component} ${language}`)} **${escapeMarkdown(cut(context, MAX_TEXT))}**: ${messages.join(' ')}  `,
    `  ${escapeMarkdown(cut(textOf(source), MAX_TEXT))}  `,
    `  ${escapeMarkdown(cut(change, MAX_TEXT))}`,
  ].join('\n')
}
