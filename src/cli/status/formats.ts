import { writeCsv } from '../../csv.ts'
import { escapeMarkdown, markdownTable } from '../output/markdown.ts'
import type { ComponentSummary, Counts, StatusSummary, TranslationSummary } from './summary.ts'

const COUNTS = ['total', 'translated', 'translatedPercent', 'fuzzy', 'readOnly', 'failing'] as const

/** A line for each translation below a header, CRLF between lines (https://www.rfc-editor.org/rfc/rfc4180). */
export function statusCsv({ components }: StatusSummary): string {
  const names = ['component', 'language', 'filename', 'isSource', ...COUNTS, 'words', 'outdated']
  const rows = rowsOf(components).map(([{ component }, summary]) => [
    component,
    summary.language,
    summary.filename,
    String(summary.isSource),
    ...COUNTS.map((name) => String(summary[name])),
    String(summary.words),
    String(summary.outdated ?? ''),
  ])
  return writeCsv([names, ...rows]).trimEnd()
}

/** One table, for a wiki or a summary of a job. */
export function statusMarkdown({ components, ...whole }: StatusSummary): string {
  const header = ['Component', 'Language', 'Translated', 'Strings', 'Left', 'Failing']
  if (whole.outdated !== null) header.push('Outdated')
  const cells = (component: string, language: string, counts: Counts) => [
    component,
    language,
    `${counts.translatedPercent.toFixed(1)}%`,
    `${counts.translated}/${counts.total}`,
    String(counts.total - counts.translated),
    String(counts.failing),
    ...(whole.outdated === null ? [] : [String(counts.outdated)]),
  ]
  const rows = rowsOf(components).map(([{ component }, summary]) => {
    const name = escapeMarkdown(summary.languageName)
    const language = `${name} (${escapeMarkdown(summary.language)})`
    return cells(
      escapeMarkdown(component),
      summary.isSource ? `${language}, source` : language,
      summary,
    )
  })
  const lines = markdownTable(
    header,
    [...rows, cells('**All**', '', whole)],
    new Set([2, 3, 4, 5, 6]),
  )
  const alerts = components.flatMap(({ alerts: own }) =>
    own.map(({ message }) => `- ${escapeMarkdown(message)}`),
  )
  return [...lines, ...(alerts.length > 0 ? ['', ...alerts] : [])].join('\n')
}

/** Gauges for a monitoring system (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
export function statusOpenMetrics({ components }: StatusSummary): string {
  const rows = rowsOf(components)
  const units = rows.flatMap(([component, summary]) =>
    (['total', 'translated', 'fuzzy', 'readOnly', 'failing', 'outdated'] as const).flatMap(
      (state) => {
        const value = summary[state]
        const name = state === 'readOnly' ? 'read_only' : state
        const label = labels(component, summary, ['state', name])
        return value === null ? [] : [`gitglot_units${label} ${value}`]
      },
    ),
  )
  const failures = rows.flatMap(([component, summary]) =>
    Object.entries(summary.failingChecks).map(
      ([check, count]) =>
        `gitglot_failing_units${labels(component, summary, ['check', check])} ${count}`,
    ),
  )
  const alerts = components.map(
    ({ component, alerts: own }) =>
      `gitglot_alerts{component="${escapeLabel(component)}"} ${own.length}`,
  )
  return [
    '# TYPE gitglot_units gauge',
    '# HELP gitglot_units Strings of a translation by state.',
    ...units,
    '# TYPE gitglot_failing_units gauge',
    '# HELP gitglot_failing_units Strings of a translation that a check fails on.',
    ...failures,
    '# TYPE gitglot_alerts gauge',
    '# HELP gitglot_alerts Files that cannot be read and other troubles of a component.',
    ...alerts,
    '# EOF',
  ].join('\n')
}

function rowsOf(components: readonly ComponentSummary[]): [ComponentSummary, TranslationSummary][] {
  return components.flatMap((component) =>
    component.translations.map((summary): [ComponentSummary, TranslationSummary] => [
      component,
      summary,
    ]),
  )
}

function labels(
  { component }: ComponentSummary,
  { language }: TranslationSummary,
  [name, value]: readonly [string, string],
): string {
  const all = [
    ['component', component],
    ['language', language],
    [name, value],
  ] as const
  return `{${all.map(([key, text]) => `${key}="${escapeLabel(text)}"`).join(',')}}`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
