import type { Review } from '../../catalog/review/review.ts'
import { reviewSentence } from '../../facts/review.ts'
import { markChange, textOf } from '../diff/text.ts'
import { escapeMarkdown, markdownTable } from '../output/markdown.ts'
import { cut } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'
import { peopleOf } from './text.ts'

/** Half of GitHub's limit for a comment, whose first half is the report of `check`. */
const MAX_CHARACTERS = 30_000
/** Maximum number of languages listed; the others are only counted. */
const MAX_ROWS = 100
const MAX_TEXT = 500

/** Returns a comment for a pull request: a summary, the authors, the strings by risk. */
export function reviewMarkdown(review: Review): string {
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
    new Set([2, 3, 4]),
  )
  if (languages.length > 0) head.push('', ...table)
  if (languages.length > MAX_ROWS) head.push('', `… and ${languages.length - MAX_ROWS} more.`)
  if (strings.length === 0) return head.join('\n')
  head.push('')
  let length = head.join('\n').length
  for (const [index, string] of strings.entries()) {
    const lines = stringLines(string)
    length += lines.length + 1
    if (length > MAX_CHARACTERS) {
      head.push(`- … and ${strings.length - index} more.`)
      break
    }
    head.push(lines)
  }
  return head.join('\n')
}

function stringLines({
  component,
  language,
  context,
  risk,
  reasons,
  source,
  before,
  after,
}: Review['strings'][number]): string {
  const [old, now] = [textOf(before ?? []), textOf(after)]
  const change = old === now ? now : markChange(old, now, screenOf({}, {}))
  const messages = reasons.map(({ kind, message }) => `\`${kind}\` ${escapeMarkdown(message)}`)
  return [
    `- **${risk}** ${escapeMarkdown(`${component} ${language}`)} **${escapeMarkdown(cut(context, MAX_TEXT))}**: ${messages.join(' ')}  `,
    `  ${escapeMarkdown(cut(textOf(source), MAX_TEXT))}  `,
    `  ${escapeMarkdown(cut(change, MAX_TEXT))}`,
  ].join('\n')
}
