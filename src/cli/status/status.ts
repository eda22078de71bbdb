import { writeCsv } from '../../csv.ts'
import type {
  ComponentSummary,
  Counts,
  StatusSummary,
  TranslationSummary,
} from '../../facts/records.ts'
import { mostLeftFirst, summarizeStatus } from '../../facts/status.ts'
import { createMetrics } from '../../metrics.ts'
import { isBroken } from '../../model/readiness.ts'
import { printableJson, sanitizeTerminal } from '../../text.ts'
import { type Arguments, CANNOT_READ } from '../command.ts'
import { escapeMarkdown, markdownTable } from '../output/markdown.ts'
import { print } from '../output/print.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { findReadTarget, readSelected } from '../read-selected.ts'
import { percentText, type StatusOptions, statusTable, UNREAD } from './table.ts'

/** Prints the status of a repository; alerts show what cannot be read. Resolves and throws like `list`. */
export async function status(args: Arguments): Promise<number> {
  const { values, switches } = args
  const { ref, component, language } = values
  const target = await findReadTarget(args, 'status')
  const needs = switches.has('outdated') ? 'outdated' : 'units'
  const options = { ref, component, language, needs } as const
  return readSelected(target, options, ({ name, selected, outdated }) => {
    const listed = summarizeStatus(name, selected, outdated)
    const summary = values['sort'] === 'left' ? mostLeftFirst(listed) : listed
    // One of the option's choices.
    const textOf = statusPrinters[values['format'] as keyof typeof statusPrinters]
    const wants = {
      notes: switches.has('notes'),
      all: switches.has('all'),
      oneLanguage: language !== undefined,
      percent: values['percent'] === undefined ? undefined : Number(values['percent']),
    }
    print(`${textOf(summary, screenOf(process.stdout), wants)}\n`)
    return selected.some(({ component }) => component.alerts.some(isBroken)) ? CANNOT_READ : 0
  })
}

/** A function for each format of the status. */
export const statusPrinters = {
  table: statusTable,
  json: (summary: StatusSummary) => printableJson(summary),
  csv: statusCsv,
  markdown: statusMarkdown,
  openmetrics: statusOpenMetrics,
}

type Row = TranslationSummary & Pick<ComponentSummary, 'component'>

function rowsOf({ components }: StatusSummary): Row[] {
  return components.flatMap(({ component, translations }) =>
    translations.map((translation) => ({ ...translation, component })),
  )
}

/** Returns null instead of a count if the file cannot be read. */
function ifReadable<T>({ isReadable }: Row, value: T): T | null {
  return isReadable || typeof value !== 'number' ? value : null
}

/** Formats a header and a line for each translation, separated by CRLF (https://www.rfc-editor.org/rfc/rfc4180). */
function statusCsv(summary: StatusSummary): string {
  const columns = [
    ...(['component', 'language', 'filename', 'isSource', 'total', 'translated'] as const),
    ...(['translatedPercent', 'fuzzy', 'readOnly', 'failing', 'words', 'outdated'] as const),
    ...(['errors', 'warnings', 'notes'] as const),
  ]
  const rows = rowsOf(summary).map((row) =>
    columns.map((column) => sanitizeTerminal(`${ifReadable(row, row[column]) ?? ''}`)),
  )
  return writeCsv([columns, ...rows]).trimEnd()
}

function statusMarkdown(summary: StatusSummary, _screen: Screen, wants: StatusOptions): string {
  const header = [
    ...['Component', 'Language', 'Translated', 'Strings', 'Left', 'Errors', 'Warnings'],
    ...(wants.notes ? ['Notes'] : []),
    ...(summary.outdated === null ? [] : ['Outdated']),
  ]
  const cellsOf = (counts: Counts) => {
    const { translatedPercent, translated, total, errors, warnings, notes, outdated } = counts
    if (translatedPercent === null) return [UNREAD]
    return [
      ...[percentText(translatedPercent), `${translated}/${total}`],
      ...[total - translated, errors, warnings, ...(wants.notes ? [notes] : [])].map(String),
      ...(outdated === null ? [] : [String(outdated)]),
    ]
  }
  const rows = rowsOf(summary).map((row) => {
    const language = `${escapeMarkdown(row.languageName)} (${escapeMarkdown(row.language)})`
    const shown = row.isSource ? `${language}, source` : language
    return [escapeMarkdown(row.component), shown, ...cellsOf(row)]
  })
  const alerts = summary.components.flatMap((component) =>
    component.alerts.map(({ message }) => `- ${escapeMarkdown(message)}`),
  )
  return [
    ...markdownTable(header, [...rows, ['**All**', '', ...cellsOf(summary)]]),
    ...(alerts.length > 0 ? ['', ...alerts] : []),
  ].join('\n')
}

const GAUGES = {
  gitglot_units: 'Strings of a translation by state.',
  gitglot_failing_units: 'Strings of a translation that fail a check.',
  gitglot_alerts: 'Unreadable files and other problems of a component.',
}

/** Formats gauges for a monitoring system as a server does. Without a value, a gauge has only its name and help. */
function statusOpenMetrics(summary: StatusSummary): string {
  const gauge = (
    name: keyof typeof GAUGES,
    labels: Readonly<Record<string, string>> = {},
    value: number | null = null,
  ) => ({ name, help: GAUGES[name], labels, read: () => value ?? undefined })
  const states = [
    ...(['total', 'translated', 'fuzzy', 'readOnly', 'failing', 'outdated'] as const),
    ...(['errors', 'warnings', 'notes'] as const),
  ]
  const gauges = rowsOf(summary).flatMap((row) => {
    const { component, language, failingChecks } = row
    const units = states.map((name) => {
      const state = name === 'readOnly' ? 'read_only' : name
      return gauge('gitglot_units', { component, language, state }, ifReadable(row, row[name]))
    })
    const failures = Object.entries(failingChecks).map(([check, count]) =>
      gauge('gitglot_failing_units', { component, language, check }, count),
    )
    return [...units, ...failures]
  })
  const alerts = summary.components.map(({ component, alerts: { length } }) =>
    gauge('gitglot_alerts', { component }, length),
  )
  const all = [gauge('gitglot_units'), gauge('gitglot_failing_units'), gauge('gitglot_alerts')]
  const text = createMetrics().text([...all, ...gauges, ...alerts])
  return text.trimEnd().split('\n').map(sanitizeTerminal).join('\n')
}
