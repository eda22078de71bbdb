import { counted, formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import type {
  ComponentSummary,
  Counts,
  LanguageSummary,
  StatusSummary,
  TranslationSummary,
} from '../../facts/records.ts'
import { sanitizeTerminal } from '../../text.ts'
import { alignColumns, type Cell, widthOf } from '../output/columns.ts'
import type { Color, Paint, Screen } from '../output/terminal.ts'

const BAR_WIDTH = 20
/** What lines show, from the widest to the narrowest, on terminals of at least so many columns. */
const LAYOUTS = [
  { minColumns: 90, hasBars: true, hasNames: true, hasProject: true },
  { minColumns: 70, hasBars: false, hasNames: true, hasProject: true },
  { minColumns: 70, hasBars: false, hasNames: true, hasProject: false },
  { minColumns: 0, hasBars: false, hasNames: false, hasProject: true },
  { minColumns: 0, hasBars: false, hasNames: false, hasProject: false },
] as const

/** With more components, each has one line, and languages are summed over all of them. */
const MAX_BLOCKS = 10
/** Maximum number of alerts shown for a component; the others are counted. */
const MAX_ALERTS = 2

/** Replaces unknown counts. */
export const UNREAD = 'cannot be read'

/** Optional parts that were requested. */
export interface StatusOptions {
  /** Whether to show strings that only fail style checks. */
  readonly notes: boolean
  /** Whether to show each language of each component, however many there are. */
  readonly all: boolean
  /** Whether only one language was selected. */
  readonly oneLanguage: boolean
  /** The percentage from which languages are counted; undefined if they are not. */
  readonly percent?: number | undefined
}

/** The requested parts, and what a line has room for. */
interface Shown extends StatusOptions {
  readonly paint: Paint
  /** Whether there is room for bars, for names of languages and numbers of translated strings, and for slugs of projects. */
  readonly hasBars: boolean
  readonly hasNames: boolean
  readonly hasProject: boolean
}

/**
 * Formats a block for each component, with a line for each language. Many components, or a single selected language,
 * have one line for each component. Sums follow: of each project, of everything, and by language if there are many
 * components.
 */
export function statusTable(
  summary: StatusSummary,
  { columns, paint }: Screen,
  wants: StatusOptions,
): string {
  const { components, languages, projects } = summary
  const isMany = components.length > MAX_BLOCKS
  const isOfOneLanguage =
    wants.oneLanguage && components.every(({ translations }) => translations.length === 1)
  const isShort = isOfOneLanguage || (isMany && !wants.all)
  const isPossible = ({ minColumns, hasBars, hasProject }: (typeof LAYOUTS)[number]) =>
    (columns === undefined ? !hasBars : columns >= minColumns) &&
    (hasProject || projects.length < 2)
  const fits = (line: string) => INDENT.length + widthOf(line) <= (columns ?? Infinity)
  let shown: Shown = { ...wants, ...LAYOUTS[0], paint }
  let rows: Cell[][][] = []
  let lines: string[] = []
  for (const layout of LAYOUTS.filter(isPossible)) {
    shown = { ...wants, ...layout, paint }
    rows = components.map((component) =>
      isShort ? [shortRow(component, isOfOneLanguage, shown)] : rowsOf(component, shown),
    )
    lines = alignColumns(rows.flat())
    if (lines.every(fits)) break
  }
  const parts = components.map((component, index) => {
    const aligned = lines.splice(0, rows[index]!.length)
    const alerts = component.alerts.map((alert) => alertText(alert, shown))
    if (isShort) return [...aligned, ...shortAlerts(alerts, shown).map(indented)].join('\n')
    return [headOf(component, shown), ...[...aligned, ...alerts].map(indented)].join('\n')
  })
  const blocks = isShort ? [parts.join('\n')] : parts
  if (components.length !== 1) {
    const summed = isMany && !isOfOneLanguage ? languages : []
    blocks.push([...sumLines(summary, shown), ...linesOf(summed, shown)].join('\n'))
  }
  if (wants.percent !== undefined) blocks.push(languagesAt(languages, wants.percent))
  const hints = hintsOf(summary, wants, isShort && !isOfOneLanguage)
  if (columns !== undefined && hints.length > 0) blocks.push(paint('dim', hints.join('\n')))
  return blocks.join('\n\n')
}

const INDENT = '  '

function indented(line: string): string {
  return INDENT + line
}

/** Returns the languages of a component; none if no file can be read, since its head says so. */
function rowsOf({ translations }: ComponentSummary, shown: Shown): Cell[][] {
  const isRead = translations.some(({ isReadable }) => isReadable)
  return isRead ? translations.map((summary) => rowOf(summary, shown)) : []
}

/** Returns the sum of a component's languages, or the only one if one was selected. */
function shortRow(component: ComponentSummary, isOfOneLanguage: boolean, shown: Shown): Cell[] {
  const [only] = component.translations
  const path = shown.hasProject ? component.component : component.component.replace(/^[^/]*\//, '')
  return isOfOneLanguage && only !== undefined
    ? [shown.paint('bold', path), ...rowOf(only, shown)]
    : [shown.paint('bold', path), ...countCells(component, shown)]
}

function shortAlerts(alerts: readonly string[], { paint }: Shown): string[] {
  const more = alerts.length - MAX_ALERTS
  const rest = more > 0 ? [paint('red', `! ${counted(more, 'more alert')}`)] : []
  return [...alerts.slice(0, MAX_ALERTS), ...rest]
}

/** Returns the line of an alert. */
export function alertText(
  { message }: { readonly message: string },
  { paint }: Pick<Shown, 'paint'>,
): string {
  return paint('red', `! ${sanitizeTerminal(message)}`)
}

/** Returns the sum of each project, if there are several, and of everything. */
function sumLines(
  { components, languages: _, projects, ...whole }: StatusSummary,
  shown: Shown,
): string[] {
  const { paint } = shown
  const several = projects.length > 1 ? projects : []
  return [
    ...several.map(
      (summary) => `${paint('bold', sanitizeTerminal(summary.project))}: ${sumOf(summary, shown)}`,
    ),
    `${paint('bold', `${components.length} components`)}${exceptions(components)}: ${sumOf(whole, shown)}`,
  ]
}

function linesOf(languages: readonly LanguageSummary[], shown: Shown): string[] {
  const rows = languages.map((summary) => rowOf({ ...summary, isSource: false }, shown))
  return alignColumns(rows).map(indented)
}

/** Returns hints on parts that are off by default: reading the history takes several times as long, notes are many. */
function hintsOf(
  { outdated, notes }: StatusSummary,
  wants: StatusOptions,
  isSummed: boolean,
): string[] {
  return [
    ...(isSummed ? ['--all shows the languages of each component'] : []),
    ...(outdated === null
      ? ['--outdated counts translations that are older than their source']
      : []),
    ...(notes > 0 && !wants.notes ? ['--notes counts strings that only fail checks of style'] : []),
  ]
}

/** Counts languages like the badge `languages`. */
function languagesAt(languages: readonly LanguageSummary[], percent: number): string {
  const done = languages.filter((language) => (language.translatedPercent ?? -1) >= percent).length
  return `${done} of ${languages.length} languages ≥ ${percent}%`
}

/** Returns what the sums leave out. */
function exceptions(components: readonly ComponentSummary[]): string {
  const glossaries = components.filter(({ isGlossary }) => isGlossary).length
  const unread = components.filter(({ translatedPercent }) => translatedPercent === null).length
  const parts = [
    ...(glossaries === 0 || glossaries === components.length ? [] : ['without glossaries']),
    ...(unread === 0 || unread === components.length ? [] : [`${unread} cannot be read`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function headOf(component: ComponentSummary, shown: Shown): string {
  const { component: path, fileFormat, filemask } = component
  const where = shown.paint('dim', sanitizeTerminal(`${fileFormat} ${filemask}`))
  return `${shown.paint('bold', path)}  ${where}\n  ${sumOf(component, shown)}`
}

function sumOf(counts: Counts, { paint, notes: wantsNotes }: Shown): string {
  const { total, translated, translatedPercent, errors, warnings, notes, outdated } = counts
  if (translatedPercent === null) return paint('red', UNREAD)
  const left = total - translated
  const summary = [
    `${paint(colorOf(translatedPercent), percentText(translatedPercent))} of ${counted(total, 'string')}`,
    left === 0 ? 'none left' : `${formatNumber(left)} left`,
    errors === 0 ? 'no errors' : paint('red', counted(errors, 'error')),
    ...(warnings === 0 ? [] : [paint('yellow', counted(warnings, 'warning'))]),
    ...(wantsNotes && notes > 0 ? [counted(notes, 'note')] : []),
    ...(outdated === null
      ? []
      : [outdated === 0 ? 'none outdated' : `${formatNumber(outdated)} outdated`]),
  ]
  return summary.join(', ')
}

type Row = LanguageSummary & Pick<TranslationSummary, 'isSource'>

function rowOf(summary: Row, shown: Shown): Cell[] {
  const { language, languageName, isSource } = summary
  const name =
    (shown.hasNames ? sanitizeTerminal(languageName) : '') + (isSource ? ' (source)' : '')
  return [sanitizeTerminal(language), name.trim(), ...countCells(summary, shown)]
}

function countCells(counts: Counts, { paint, hasBars, hasNames, notes }: Shown): Cell[] {
  const { total, translated, translatedPercent } = counts
  const left = total - translated
  if (translatedPercent === null) {
    return [...(hasBars ? [''] : []), '', '', { right: paint('red', UNREAD) }]
  }
  const some = (count: number, noun: string, color: Color) => ({
    right: paint(color, count === 0 ? '' : counted(count, noun)),
  })
  return [
    ...(hasBars ? [barOf(translatedPercent, paint)] : []),
    { right: paint(colorOf(translatedPercent), percentText(translatedPercent)) },
    { right: hasNames ? `${formatNumber(translated)}/${formatNumber(total)}` : '' },
    { right: left === 0 ? '' : `${formatNumber(left)} left` },
    { right: counts.absent === 0 ? '' : `${formatNumber(counts.absent)} not in the file` },
    some(counts.errors, 'error', 'red'),
    some(counts.warnings, 'warning', 'yellow'),
    ...(notes ? [some(counts.notes, 'note', 'dim')] : []),
    {
      right: paint('yellow', counts.outdated ? `${formatNumber(counts.outdated)} outdated` : ''),
    },
  ]
}

/** Returns `71.1%`, or that the percentage is unknown. */
export function percentText(percent: number | null): string {
  return percent === null ? UNREAD : `${formatPercent(percent)}%`
}

function barOf(percent: number, paint: Paint): string {
  const full = Math.floor((percent * BAR_WIDTH) / 100)
  const done = '█'.repeat(full)
  const rest = '░'.repeat(BAR_WIDTH - full)
  return paint(colorOf(percent), done) + paint('dim', rest)
}

function colorOf(percent: number): Color {
  if (percent === 100) return 'green'
  return percent >= 50 ? 'yellow' : 'red'
}
