import { SEP } from '../../../formats/entry.ts'
import { writeCsv } from '../../csv.ts'
import { beginningOf } from '../../errors.ts'
import type { UnitRecord } from '../../facts/records.ts'

import { counted } from '../../facts/words.ts'
import { printableJson } from '../../text.ts'
import { changedLines, LONG } from '../../web/texts/changed-lines.ts'
import { markChange } from '../diff/text.ts'
import { alignColumns } from '../output/columns.ts'
import { sanitizeLines, sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Screen } from '../output/terminal.ts'

/** What `gitglot list --format json` prints; described by `schemas/list.schema.json`. */
export interface UnitList {
  /** The repository's path or address, as on the command line. */
  readonly repository: string
  readonly units: readonly UnitRecord[]
}

/** A function for each format of the list except PO. */
export const listPrinters = {
  table: listTable,
  json: (list: UnitList) => `${printableJson(list)}\n`,
  csv: listCsv,
} as const

/** Formats a block for each translation: each string with its line, key, state and checks, then its texts. */
function listTable({ units }: UnitList, screen: Screen): string {
  const blocks: string[] = []
  for (const group of groupByFile(units)) {
    const [{ component, language, filename }] = group
    const head = [component, language].map(sanitizeTerminal).join('  ')
    const title = `${screen.paint('bold', head)}  ${screen.paint('dim', sanitizeTerminal(filename ?? ''))}`
    blocks.push([title.trimEnd(), ...linesOf(group, screen)].join('\n'))
  }
  blocks.push(counted(units.length, 'string'))
  return `${blocks.join('\n\n')}\n`
}

function groupByFile(units: readonly UnitRecord[]): [UnitRecord, ...UnitRecord[]][] {
  const groups: [UnitRecord, ...UnitRecord[]][] = []
  for (const unit of units) {
    const last = groups.at(-1)
    const isSame =
      last?.[0].component === unit.component &&
      last[0].language === unit.language &&
      last[0].filename === unit.filename
    if (isSame) last.push(unit)
    else groups.push([unit])
  }
  return groups
}

function linesOf(units: readonly UnitRecord[], screen: Screen): string[] {
  const { paint } = screen
  const heads = alignColumns(
    units.map((unit) => {
      const remarks = remarksOf(unit)
      return [
        { text: lineOf(unit), isRight: true },
        { text: sanitizeTerminal(unit.context) },
        { text: remarks, painted: paint('yellow', remarks) },
      ]
    }),
  )
  return units.flatMap((unit, index) => [
    `  ${heads[index]}`,
    ...textsOf(unit, screen).map((line) => `      ${line}`),
  ])
}

/** Returns the line of a string, if its file contains it. */
function lineOf({ filename, line }: UnitRecord): string {
  return filename === null || line === null ? '' : String(line)
}

/** Returns everything that is wrong with a string. */
function remarksOf({ state, outdated, checks }: UnitRecord): string {
  return [
    ...(state === 'translated' ? [] : [state.replace('-', ' ')]),
    ...(outdated === null ? [] : [lateness(outdated)]),
    ...checks.map(({ id }) => id),
  ].join(', ')
}

function lateness({ changed, commits }: NonNullable<UnitRecord['outdated']>): string {
  const since = `outdated since ${changed.slice(0, 10)}`
  return commits === 1 ? since : `${since} by ${commits} commits`
}

function textsOf({ source, target, previousSource }: UnitRecord, screen: Screen): string[] {
  const isLong = source.join('').length > LONG
  const [from, to] = [source, target].map((forms) => {
    return isLong ? beginningOf(textOf(forms), MAX_BEGINNING) : textOf(forms)
  })
  const texts = to === '' || to === from ? from! : `${from} → ${to}`
  if (previousSource === '') return [texts]
  if (!isLong) return [texts, `translated from: ${textOf(previousSource.split(SEP))}`]
  const [before, after] = changedLines(previousSource, source[0] ?? '').map((text) => {
    return beginningOf(sanitizeTerminal(text), MAX_CHANGE)
  })
  return [texts, `source changed: ${markChange(before!, after!, screen)}`]
}

/** Maximum length of the start of a long text, and of what changed in it, in UTF-16 units. */
const MAX_BEGINNING = 100
const MAX_CHANGE = 2000

/** Joins plural forms with bars; `''` if all are empty. */
function textOf(forms: readonly string[]): string {
  return forms.every((form) => form === '') ? '' : forms.map(sanitizeTerminal).join(' | ')
}

const CSV_HEADER = [
  ...['component', 'language', 'filename', 'line', 'context', 'state', 'checks', 'outdated_since'],
  ...['plural', 'source', 'target', 'previous_source', 'note'],
]

/** Formats a line for each plural form, numbered from 0; for strings without plurals one line with an empty `plural`. */
function listCsv({ units }: UnitList): string {
  const rows = units.flatMap((unit) => {
    const { source, target } = unit
    const forms = Math.max(source.length, target.length)
    return Array.from({ length: forms }, (_, form) => [
      ...[unit.component, unit.language, unit.filename ?? '', lineOf(unit), unit.context],
      ...[unit.state, unit.checks.map(({ id }) => id).join(' '), unit.outdated?.changed ?? ''],
      forms === 1 ? '' : String(form),
      source[Math.min(form, source.length - 1)] ?? '',
      target[form] ?? '',
      unit.previousSource,
      unit.note,
    ])
  })
  return writeCsv([CSV_HEADER, ...rows.map((cells) => cells.map(sanitizeLines))])
}
