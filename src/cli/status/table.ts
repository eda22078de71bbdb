import { alignColumns, type Cell } from '../output/columns.ts'
import { counted } from '../output/counted.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Color, Paint, Screen } from '../output/terminal.ts'
import type {
  ComponentSummary,
  Counts,
  LanguageSummary,
  StatusSummary,
  TranslationSummary,
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

/** What a line shows. */
interface Shown {
  readonly paint: Paint
  /** Whether there is room for bars, and for names of languages. */
  readonly hasBars: boolean
  readonly hasNames: boolean
  /** Whether notes were asked for. */
  readonly wantsNotes: boolean
}

/**
 * A block for each component, with a line for each language; of many components one for all of them at the end, and a line for
 * each project.
 */
export function statusTable(
  { components, languages, projects, ...whole }: StatusSummary,
  { columns, paint }: Screen,
  wantsNotes: boolean,
): string {
  const shown = {
    paint,
    hasBars: (columns ?? 0) >= MIN_COLUMNS_FOR_BARS,
    hasNames: (columns ?? Number.POSITIVE_INFINITY) >= MIN_COLUMNS_FOR_NAMES,
    wantsNotes,
  }
  const lines = alignColumns(
    components.flatMap(({ translations }) => translations.map((one) => rowOf(one, shown))),
  )
  let next = 0
  const blocks = components.map((component) => {
    const start = next
    next += component.translations.length
    const alerts = component.alerts.map(({ message }) =>
      paint('red', `! ${sanitizeTerminal(message)}`),
    )
    const body = [...lines.slice(start, next), ...alerts].map((line) => `  ${line}`)
    return [headOf(component, shown), ...body].join('\n')
  })
  if (components.length !== 1) {
    const sums = components.length > MAX_COMPONENTS_WITHOUT_SUMS ? languages : []
    const rows = alignColumns(sums.map((one) => rowOf({ ...one, isSource: false }, shown)))
    const several = projects.length > 1 ? projects : []
    blocks.push(
      [
        ...several.map(
          (one) => `${paint('bold', sanitizeTerminal(one.project))}: ${sumOf(one, shown)}`,
        ),
        `${paint('bold', `${components.length} components`)}${exceptions(components)}: ${sumOf(whole, shown)}`,
        ...rows.map((line) => `  ${line}`),
      ].join('\n'),
    )
  }
  // Reading the history takes several times as long as the rest; notes are too many to be of use.
  const hints = [
    ...(whole.outdated === null
      ? ['--outdated counts translations that are older than their source']
      : []),
    ...(whole.notes > 0 && !wantsNotes
      ? ['--notes counts strings that only fail checks of style']
      : []),
  ]
  if (columns !== undefined && hints.length > 0) blocks.push(paint('dim', hints.join('\n')))
  return blocks.join('\n\n')
}

/** What the sums leave out. */
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

function sumOf(counts: Counts, { paint, wantsNotes }: Shown): string {
  const { total, translated, translatedPercent, errors, warnings, notes, outdated } = counts
  if (translatedPercent === null) return paint('red', UNREAD)
  const left = total - translated
  const summary = [
    `${paint(colorOf(translatedPercent), formatPercent(translatedPercent))} of ${counted(total, 'string')}`,
    left === 0 ? 'none left' : `${left} left`,
    errors === 0 ? 'no errors' : paint('red', counted(errors, 'error')),
    ...(warnings === 0 ? [] : [paint('yellow', counted(warnings, 'warning'))]),
    ...(wantsNotes && notes > 0 ? [counted(notes, 'note')] : []),
    ...(outdated === null ? [] : [outdated === 0 ? 'none outdated' : `${outdated} outdated`]),
  ]
  return summary.join(', ')
}

type Row = LanguageSummary & Pick<TranslationSummary, 'isSource'>

function rowOf(summary: Row, { paint, hasBars, hasNames, wantsNotes }: Shown): Cell[] {
  const { language, languageName, isSource, total, translated, translatedPercent } = summary
  const name = (hasNames ? sanitizeTerminal(languageName) : '') + (isSource ? ' (source)' : '')
  const left = total - translated
  const names = [{ text: sanitizeTerminal(language) }, { text: name.trim() }]
  if (translatedPercent === null) {
    return [
      ...names,
      ...(hasBars ? [{ text: '' }] : []),
      ...NO_COUNTS,
      painted(UNREAD, 'red', paint),
    ]
  }
  const percent = formatPercent(translatedPercent)
  const some = (count: number, noun: string, color: Color) =>
    painted(count === 0 ? '' : counted(count, noun), color, paint)
  return [
    ...names,
    ...(hasBars ? [barOf(translatedPercent, paint)] : []),
    { text: percent, painted: paint(colorOf(translatedPercent), percent), isRight: true },
    { text: `${translated}/${total}`, isRight: true },
    { text: left === 0 ? '' : `${left} left`, isRight: true },
    { text: summary.absent === 0 ? '' : `${summary.absent} not in the file`, isRight: true },
    some(summary.errors, 'error', 'red'),
    some(summary.warnings, 'warning', 'yellow'),
    ...(wantsNotes ? [some(summary.notes, 'note', 'dim')] : []),
    painted(summary.outdated ? `${summary.outdated} outdated` : '', 'yellow', paint),
  ]
}

/** `71.1%`, or that it is not known. */
export function formatPercent(percent: number | null): string {
  return percent === null ? UNREAD : `${percent.toFixed(1)}%`
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
