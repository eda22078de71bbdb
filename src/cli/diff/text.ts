import { alignColumns, type Cell } from '../output/columns.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { createPaint, type Paint, type Screen } from '../output/terminal.ts'
import type { Counts } from '../status/summary.ts'
import type {
  ComponentDiffSummary,
  DiffSummary,
  LanguageSummary,
  UnitSummary,
  UnitTexts,
} from './summary.ts'
import { diffWords } from './word-diff.ts'

/**
 * The difference for people: of each component a line for each language, then the units. What was added or removed is
 * shown in the source language; of a translation only what it has a text for.
 */
export function diffText({ components }: DiffSummary, screen: Screen): string {
  const paint = createPaint(screen)
  if (components.length === 0) return 'no difference'
  return components.map((one) => componentText(one, paint, screen)).join('\n\n')
}

function componentText(summary: ComponentDiffSummary, paint: Paint, screen: Screen): string {
  const { component, languages, newAlerts } = summary
  const table = alignColumns(languages.map((one) => rowOf(one, paint)))
  const alerts = newAlerts.map(
    ({ message }) => `  ${paint('red', `! ${sanitizeTerminal(message)}`)}`,
  )
  const units = languages.flatMap((language) => {
    const lines = language.units.flatMap((unit) => unitText(unit, language, { paint, screen }))
    if (lines.length === 0) return []
    const title = `  ${paint('bold', sanitizeTerminal(`${language.language} ${language.languageName}`))}`
    return ['', title, ...lines]
  })
  const rows = table.map((line) => `  ${line}`)
  return [paint('bold', component), ...rows, ...alerts, ...units].join('\n')
}

function rowOf(
  { language, languageName, isSource, before, after, units }: LanguageSummary,
  paint: Paint,
): Cell[] {
  const percent = (counts: Counts | null) =>
    counts === null ? 'none' : `${counts.translatedPercent.toFixed(1)}%`
  const change = (name: 'total' | 'failing') => (after?.[name] ?? 0) - (before?.[name] ?? 0)
  const count = (kind: UnitSummary['kinds'][number]) =>
    units.filter(({ kinds }) => kinds.includes(kind)).length
  const words = [
    signed(change('total'), 'strings'),
    counted(count('changed'), 'changed'),
    counted(isSource ? 0 : count('translated'), 'newly translated'),
    counted(count('untranslated'), 'no longer translated'),
    counted(count('failing'), 'newly failing'),
  ].filter((text) => text !== '')
  const [old, now] = [before?.translatedPercent ?? 0, after?.translatedPercent ?? 0]
  const shown = percent(after)
  const color = now > old ? 'green' : now < old ? 'red' : 'dim'
  return [
    { text: sanitizeTerminal(language) },
    { text: sanitizeTerminal(languageName) },
    { text: percent(before), isRight: true },
    { text: '→' },
    { text: shown, painted: paint(color, shown), isRight: true },
    { text: words.join(', ') },
  ]
}

function signed(number: number, noun: string): string {
  return number === 0 ? '' : `${number > 0 ? '+' : ''}${number} ${noun}`
}

function counted(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}`
}

interface Style {
  readonly paint: Paint
  readonly screen: Screen
}

/** A line for a unit; none for what says no more than the source language does. */
function unitText(unit: UnitSummary, { isSource }: LanguageSummary, style: Style): string[] {
  const { kinds, newlyFailing, before, after } = unit
  const { paint } = style
  const isSilent = kinds.every((kind) => ['added', 'removed', 'changed'].includes(kind))
  const texts = [...(before?.target ?? []), ...(after?.target ?? [])]
  const hasText = texts.some((form) => form !== '')
  if (!isSource && isSilent && (kinds.includes('removed') || !hasText)) return []
  const sign = kinds.includes('added') ? '+' : kinds.includes('removed') ? '-' : '~'
  const color = sign === '+' ? 'green' : sign === '-' ? 'red' : 'yellow'
  const tags = [
    ...(kinds.includes('translated') && !isSource ? ['newly translated'] : []),
    ...(kinds.includes('untranslated') ? ['no longer translated'] : []),
    ...(newlyFailing.length > 0 ? [`newly failing: ${newlyFailing.join(', ')}`] : []),
  ]
  const key = sanitizeTerminal(unit.context)
  const notes = tags.length === 0 ? '' : paint('dim', ` (${tags.join('; ')})`)
  return [`    ${paint(color, sign)} ${key}${notes}${changeText(before, after, style)}`]
}

function changeText(before: UnitTexts | null, after: UnitTexts | null, style: Style): string {
  if (before === null || after === null) {
    const text = textOf((after ?? before)?.target ?? [])
    return text === '' ? '' : `: ${text}`
  }
  const [old, now] = [textOf(before.target), textOf(after.target)]
  if (old !== now) return `: ${markChange(old, now, style)}`
  if (before.target.join('\0') !== after.target.join('\0')) return ': white space was changed'
  const isSourceChanged = before.source.join('\0') !== after.source.join('\0')
  return isSourceChanged ? ': the source was changed, the translation was not' : ''
}

/** Forms of a plural with bars between. */
function textOf(forms: readonly string[]): string {
  return forms.map(sanitizeTerminal).join(' | ')
}

/** Colours on a terminal, else `[-removed-]{+added+}` as `git diff --word-diff`. */
function markChange(before: string, after: string, { paint, screen }: Style): string {
  if (before === '') return after
  return diffWords(before, after)
    .map(({ kind, text }) => {
      if (kind === 'same') return text
      if (screen.isColored) return paint(kind === 'added' ? 'green' : 'red', text)
      return kind === 'added' ? `{+${text}+}` : `[-${text}-]`
    })
    .join('')
}
