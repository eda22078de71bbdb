import { encodeCsvLines } from '../../api/csv.ts'
import { escapeMarkdown, markdownTable } from '../output/markdown.ts'
import type { ComponentFacts, Counts, StatusFacts, TranslationFacts } from './facts.ts'

const COUNTS = ['total', 'translated', 'translatedPercent', 'fuzzy', 'readOnly', 'failing'] as const

/** A line for each translation below a header, CRLF between lines (https://www.rfc-editor.org/rfc/rfc4180). */
export function statusCsv({ components }: StatusFacts): string {
  const names = ['component', 'language', 'filename', 'isSource', ...COUNTS, 'words', 'outdated']
  const rows = rowsOf(components).map(([{ component }, facts]) => [
    component,
    facts.language,
    facts.filename,
    String(facts.isSource),
    ...COUNTS.map((name) => String(facts[name])),
    String(facts.words),
    String(facts.outdated ?? ''),
  ])
  return encodeCsvLines([names, ...rows]).trimEnd()
}

/** One table, for a wiki or a summary of a job. */
export function statusMarkdown({ components, ...whole }: StatusFacts): string {
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
  const rows = rowsOf(components).map(([{ component }, facts]) => {
    const name = escapeMarkdown(facts.languageName)
    const language = `${name} (${escapeMarkdown(facts.language)})`
    return cells(
      escapeMarkdown(component),
      facts.isSource ? `${language}, source` : language,
      facts,
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
export function statusOpenMetrics({ components }: StatusFacts): string {
  const rows = rowsOf(components)
  const units = rows.flatMap(([component, facts]) =>
    (['total', 'translated', 'fuzzy', 'readOnly', 'failing', 'outdated'] as const).flatMap(
      (state) => {
        const value = facts[state]
        const name = state === 'readOnly' ? 'read_only' : state
        const label = labels(component, facts, ['state', name])
        return value === null ? [] : [`gitglot_units${label} ${value}`]
      },
    ),
  )
  const failures = rows.flatMap(([component, facts]) =>
    Object.entries(facts.failingChecks).map(
      ([check, count]) =>
        `gitglot_failing_units${labels(component, facts, ['check', check])} ${count}`,
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

function rowsOf(components: readonly ComponentFacts[]): [ComponentFacts, TranslationFacts][] {
  return components.flatMap((component) =>
    component.translations.map((facts): [ComponentFacts, TranslationFacts] => [component, facts]),
  )
}

function labels(
  { component }: ComponentFacts,
  { language }: TranslationFacts,
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
