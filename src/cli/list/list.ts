import { SEP } from '../../../formats/entry.ts'
import { writePo } from '../../../formats/gettext/po-write.ts'
import { writeCsv } from '../../csv.ts'
import { beginningOf, UsageError } from '../../errors.ts'
import { changedLines, LONG } from '../../facts/changed-lines.ts'
import { figuresOf } from '../../facts/figures.ts'
import { findUnits, needsOf, type UnitFilter, unitRecords } from '../../facts/find-units.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import type { UnitRecord } from '../../facts/records.ts'
import { documentOf } from '../../facts/translation-document.ts'
import { groupBy } from '../../group-by.ts'
import { printableJson, sanitizeLines, sanitizeTerminal } from '../../text.ts'
import { type Arguments, namesIn } from '../command.ts'
import { alignColumns } from '../output/columns.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { markChange, textOf } from '../output/texts.ts'
import { findReadTarget, printSelected, type SelectedPart } from '../read-selected.ts'

/**
 * Prints the strings of a repository that pass a filter. Resolves with 3 after a warning if a part cannot be read,
 * otherwise with 0. Throws ConfigError, UsageError, NotFoundError for an unknown ref, and RepositoryError if nothing
 * can be read.
 */
export async function list(args: Arguments): Promise<number> {
  const { values, switches } = args
  const { ref, component, language, state, check, query, format } = values
  const target = await findReadTarget(args, 'list')
  const names = { states: namesIn(state), checks: namesIn(check) }
  const filter = { ...names, query, onlyOutdated: switches.has('outdated') }
  const options = { ref, component, language, needs: needsOf(filter) }
  return printSelected(target, options, async (part) => {
    if (format === 'po') {
      const text = await poText(part, filter)
      // Output to a file keeps its texts unchanged.
      return process.stdout.isTTY ? sanitizeLines(text) : text
    }
    // One of the option's choices.
    const textOf = listPrinters[format as keyof typeof listPrinters]
    const { selected, outdated, findPlaces } = part
    const units = await unitRecords(selected, { ...filter, outdated }, findPlaces)
    return textOf(
      { repository: part.name, units },
      screenOf(process.stdout),
      absentIn(part, filter),
    )
  })
}

/** Counts the strings that match but that the files lack, which therefore cannot be listed. */
function absentIn({ selected }: SelectedPart, filter: UnitFilter): number {
  const { states = ['untranslated'], checks, query, onlyOutdated } = filter
  const wants = states.includes('untranslated') && !checks && !query && !onlyOutdated
  const translations = wants ? selected.flatMap((part) => part.translations) : []
  return figuresOf(translations, { need: 'files' }).absent
}

async function poText({ selected, outdated }: SelectedPart, filter: UnitFilter): Promise<string> {
  const translations = selected.flatMap((part) => part.translations)
  const [translation] = translations
  if (translation === undefined || translations.length > 1) {
    throw new UsageError(
      `gitglot list: --format po writes one translation, found ${translations.length}: select it with --component and --language`,
    )
  }
  const rows = [...findUnits(selected, { ...filter, outdated })].map(({ row }) => row)
  return writePo(documentOf(translation, '', rows))
}

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
function listTable({ units }: UnitList, screen: Screen, absent = 0): string {
  const blocks: string[] = []
  const files = groupBy(units, ({ component, language, filename }) =>
    [component, language, filename].join('\n'),
  )
  for (const group of files.values()) {
    const [{ component, language, filename }] = group
    const head = [component, language].map(sanitizeTerminal).join('  ')
    const title = `${screen.paint('bold', head)}  ${screen.paint('dim', sanitizeTerminal(filename ?? ''))}`
    blocks.push([title.trimEnd(), ...linesOf(group, screen)].join('\n'))
  }
  const more = absent === 0 ? '' : `; ${formatNumber(absent)} more are not in the files`
  blocks.push(counted(units.length, 'string') + more)
  return `${blocks.join('\n\n')}\n`
}

function linesOf(units: readonly UnitRecord[], screen: Screen): string[] {
  const { paint } = screen
  const heads = alignColumns(
    units.map((unit) => [
      { right: lineOf(unit) },
      sanitizeTerminal(unit.context),
      paint('yellow', remarksOf(unit)),
    ]),
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
