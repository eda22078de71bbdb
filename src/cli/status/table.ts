import { alignColumns, type Cell } from '../output/columns.ts'
import { counted } from '../output/counted.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Color, Paint, Screen } from '../output/terminal.ts'
import {
  type ComponentSummary,
  type Counts,
  isUnread,
  type LanguageSummary,
  type StatusSummary,
  type TranslationSummary,
} from './summary.ts'

/** Terminals with fewer columns have no room for bars. */
const MIN_COLUMNS_FOR_BARS = 90
const BAR_WIDTH = 20
/** Terminals with fewer columns have no room for the names of languages. */
const MIN_COLUMNS_FOR_NAMES = 70

/** With more components, the languages are also summed over all of them. */
const MAX_COMPONENTS_WITHOUT_SUMS = 10

/** In place of what is not known. */
export const UNREAD = 'cannot be read'
const NO_COUNTS: readonly Cell[] = [{ text: '' }, { text: '' }]

/** What there is room for in a line. */
interface Room {
  readonly hasBars: boolean
  readonly hasNames: boolean
}

/** A block for each component, with a line for each language; of many components one for all of them at the end. */
export function statusTable(
  { components, languages, ...whole }: StatusSummary,
  screen: Screen,
): string {
  const { columns, paint } = screen
  const room = {
    hasBars: (columns ?? 0) >= MIN_COLUMNS_FOR_BARS,
    hasNames: (columns ?? Number.POSITIVE_INFINITY) >= MIN_COLUMNS_FOR_NAMES,
  }
  const lines = alignColumns(
    components.flatMap(({ translations }) => translations.map((one) => rowOf(one, paint, room))),
  )
  let next = 0
  const blocks = components.map((component) => {
    const start = next
    next += component.translations.length
    const alerts = component.alerts.map(({ message }) =>
      paint('red', `! ${sanitizeTerminal(message)}`),
    )
    const body = [...lines.slice(start, next), ...alerts].map((line) => `  ${line}`)
    return [headOf(component, paint), ...body].join('\n')
  })
  if (components.length !== 1) {
    const sums = components.length > MAX_COMPONENTS_WITHOUT_SUMS ? languages : []
    const rows = alignColumns(
      sums.map((one) =>
        rowOf({ ...one, isSource: false, isReadable: !isUnread(one) }, paint, room),
      ),
    )
    const head = `${paint('bold', `${components.length} components`)}: ${sumOf(whole, paint)}`
    blocks.push([head, ...rows.map((line) => `  ${line}`)].join('\n'))
  }
  if (columns !== undefined && whole.outdated === null) {
    // Not counted by default: it takes several times as long as the rest.
    blocks.push(paint('dim', '--outdated counts translations that are older than their source'))
  }
  return blocks.join('\n\n')
}

function headOf(component: ComponentSummary, paint: Paint): string {
  const { component: path, fileFormat, filemask } = component
  const where = paint('dim', sanitizeTerminal(`${fileFormat} ${filemask}`))
  return `${paint('bold', path)}  ${where}\n  ${sumOf(component, paint)}`
}

function sumOf(counts: Counts, paint: Paint): string {
  if (isUnread(counts)) return paint('red', UNREAD)
  const { total, translated, translatedPercent, failing, outdated } = counts
  const left = total - translated
  const summary = [
    `${paint(colorOf(translatedPercent), `${translatedPercent.toFixed(1)}%`)} of ${counted(total, 'string')}`,
    left === 0 ? 'none left' : `${left} left`,
    failing === 0 ? 'none failing' : paint('yellow', `${failing} failing`),
    ...(outdated === null ? [] : [outdated === 0 ? 'none outdated' : `${outdated} outdated`]),
  ]
  return summary.join(', ')
}

type Row = LanguageSummary & Pick<TranslationSummary, 'isSource' | 'isReadable'>

function rowOf(summary: Row, paint: Paint, { hasBars, hasNames }: Room): Cell[] {
  const { language, languageName, isSource, total, translated, failing } = summary
  const percent = `${summary.translatedPercent.toFixed(1)}%`
  const color = colorOf(summary.translatedPercent)
  const name = (hasNames ? sanitizeTerminal(languageName) : '') + (isSource ? ' (source)' : '')
  const left = total - translated
  const names = [{ text: sanitizeTerminal(language) }, { text: name.trim() }]
  if (!summary.isReadable) {
    return [
      ...names,
      ...(hasBars ? [{ text: '' }] : []),
      ...NO_COUNTS,
      painted(UNREAD, 'red', paint),
    ]
  }
  return [
    ...names,
    ...(hasBars ? [barOf(summary.translatedPercent, paint)] : []),
    { text: percent, painted: paint(color, percent), isRight: true },
    { text: `${translated}/${total}`, isRight: true },
    { text: left === 0 ? '' : `${left} left`, isRight: true },
    painted(failing === 0 ? '' : `${failing} failing`, 'yellow', paint),
    painted(summary.outdated ? `${summary.outdated} outdated` : '', 'yellow', paint),
  ]
}

function painted(text: string, color: Color, paint: Paint): Cell {
  return { text, painted: paint(color, text), isRight: true }
}

function barOf(percent: number, paint: Paint): Cell {
  const full = Math.floor((percent * BAR_WIDTH) / 100)
  const done = '█'.repeat(full)
  const rest = '░'.repeat(BAR_WIDTH - full)
  return { text: done + rest, painted: paint(colorOf(percent), done) + paint('dim', rest) }
}

function colorOf(percent: number): Color {
  if (percent === 100) return 'green'
  return percent >= 50 ? 'yellow' : 'red'
}
