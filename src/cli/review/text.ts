import type { ReviewedString, Risk } from '../../catalog/review/reason.ts'
import type { Review } from '../../catalog/review/review.ts'
import { reviewSentence } from '../../facts/review.ts'
import { counted } from '../../facts/words.ts'
import { markChange, textOf } from '../diff/text.ts'
import { alignColumns } from '../output/columns.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Color, Screen } from '../output/terminal.ts'
import { alertText } from '../status/table.ts'

const COLORS: Readonly<Record<Risk, Color>> = { high: 'red', medium: 'yellow', low: 'dim' }

/** Maximum number of low-risk strings shown. */
const MAX_LOW = 20

/** Formats a review for people: a sentence, the changes by language and author, then the strings. */
export function reviewText(review: Review, screen: Screen): string {
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
      { text: sanitizeTerminal(component) },
      { text: sanitizeTerminal(`${language} ${languageName}`) },
      { text: translated > 0 ? `${translated} new` : '' },
      { text: reworded > 0 ? `${reworded} reworded` : '' },
      { text: untranslated > 0 ? `${untranslated} gone` : '' },
    ]),
  )
  return lines.map((line) => `  ${line}`)
}

/** Returns how much each person wrote, and the commits that look machine-made. */
export function peopleOf({ authors, bulk }: Review): string[] {
  return [
    ...(authors ?? []).map(({ author, isFirst, commits, strings, languages }) => {
      const what = `${counted(strings, 'text')} in ${counted(commits, 'commit')} (${languages.join(', ')})`
      return `  ${sanitizeTerminal(author)}${isFirst ? ', for the first time' : ''}: ${what}`
    }),
    ...bulk.map(({ commit, author, strings, languages }) => {
      const by = author === null ? '' : ` by ${sanitizeTerminal(author)}`
      return `  ${commit.slice(0, 12)}${by} writes ${counted(strings, 'text')} in ${counted(languages, 'language')} at once, as scripts and machine translation do`
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
