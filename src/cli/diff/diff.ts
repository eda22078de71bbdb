import { beginningOf } from '../../errors.ts'
import { changedLines, LONG } from '../../facts/changed-lines.ts'
import { summarizeDifferences } from '../../facts/differences.ts'
import { counted } from '../../facts/format-numbers.ts'
import type {
  ComponentDiffSummary,
  Counts,
  DiffSummary,
  LanguageDiffSummary,
  UnitSummary,
  UnitTexts,
} from '../../facts/records.ts'
import { printableJson, sanitizeTerminal } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { alignColumns, type Cell } from '../output/columns.ts'
import { type Paint, type Screen, screenOf } from '../output/terminal.ts'
import { markChange, textOf } from '../output/texts.ts'
import { printSides } from '../read-sides.ts'
import { alertText, percentText } from '../status/table.ts'

/** Prints how two commits, or a commit and the files on disk, differ. Resolves and throws like `printSides`. */
export function diff(args: Arguments): Promise<number> {
  return printSides(args, false, async (sides) => {
    const summary = await summarizeDifferences(sides)
    return args.values['format'] === 'json'
      ? printableJson(summary)
      : diffText(summary, screenOf(process.stdout), args.switches.has('stat'))
  })
}

/**
 * Formats differences for people: a line for each language of a component, then the units unless the output is short.
 * Added and removed units appear in the source language and in translations with a text.
 */
export function diffText({ components }: DiffSummary, screen: Screen, isShort = false): string {
  if (components.length === 0) return 'no difference'
  return components.map((summary) => componentText(summary, screen, isShort)).join('\n\n')
}

function componentText(
  { component, languages, newAlerts }: ComponentDiffSummary,
  screen: Screen,
  isShort: boolean,
): string {
  const { paint } = screen
  const table = alignColumns(languages.map((summary) => rowOf(summary, paint)))
  const alerts = newAlerts.map((alert) => `  ${alertText(alert, screen)}`)
  const units = languages.flatMap((language) => {
    const lines = language.units.flatMap((unit) => unitText(unit, language, screen))
    if (lines.length === 0) return []
    const title = `  ${paint('bold', sanitizeTerminal(`${language.language} ${language.languageName}`))}`
    return ['', title, ...lines]
  })
  const rows = table.map((line) => `  ${line}`)
  return [paint('bold', component), ...rows, ...alerts, ...(isShort ? [] : units)].join('\n')
}

function rowOf(
  { language, languageName, isSource, before, after, units }: LanguageDiffSummary,
  paint: Paint,
): Cell[] {
  const percent = (counts: Counts | null) => {
    return counts === null ? 'none' : percentText(counts.translatedPercent)
  }
  const isRead = [before, after].every((counts) => counts?.translatedPercent !== null)
  const change = isRead ? (after?.total ?? 0) - (before?.total ?? 0) : 0
  const count = (kind: UnitSummary['kinds'][number]) =>
    units.filter(({ kinds }) => kinds.includes(kind)).length
  const words = [
    ...(change === 0 ? [] : [`${change > 0 ? '+' : '-'}${counted(Math.abs(change), 'string')}`]),
    ...some(count('changed'), 'changed'),
    ...some(isSource ? 0 : count('translated'), 'newly translated'),
    ...some(count('untranslated'), 'no longer translated'),
    ...some(count('failing'), 'newly failing'),
  ]
  const [old, now] = [before?.translatedPercent ?? 0, after?.translatedPercent ?? 0]
  const color = now > old ? 'green' : now < old ? 'red' : 'dim'
  return [
    sanitizeTerminal(language),
    sanitizeTerminal(languageName),
    { right: percent(before) },
    '→',
    { right: paint(color, percent(after)) },
    words.join(', '),
  ]
}

function some(number: number, what: string): string[] {
  return number === 0 ? [] : [`${number} ${what}`]
}

/** Returns a line for a unit; nothing if it only repeats the source language. */
function unitText(unit: UnitSummary, { isSource }: LanguageDiffSummary, screen: Screen): string[] {
  const { kinds, newlyFailing, before, after } = unit
  const { paint } = screen
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
  return [`    ${paint(color, sign)} ${key}${notes}${changeText(before, after, screen)}`]
}

function changeText(before: UnitTexts | null, after: UnitTexts | null, screen: Screen): string {
  if (before === null || after === null) {
    const text = beginningOf(textOf((after ?? before)?.target ?? []), LONG)
    return text === '' ? '' : `: ${text}`
  }
  const [old, now] = changedForms(before.target, after.target)
  if (old !== now) return `: ${markChange(old, now, screen)}`
  if (before.target.join('\0') !== after.target.join('\0')) return ': only white space changed'
  const isSourceChanged = before.source.join('\0') !== after.source.join('\0')
  return isSourceChanged ? ': the source changed, the translation did not' : ''
}

/** Returns the differing lines of a long text without plural forms. */
function changedForms(before: readonly string[], after: readonly string[]): [string, string] {
  const [old = '', now = ''] = [before[0], after[0]]
  const isPlain = before.length <= 1 && after.length <= 1
  const [oldForms = [], newForms = []] = isPlain
    ? changedLines(old, now).map((text) => [text])
    : [before, after]
  return [textOf(oldForms), textOf(newForms)]
}
