import { type Answer, asAnswer, textOf } from './fields.ts'

/** A parameter that chooses between formats of the configuration. */
interface Choice {
  readonly parameter: string
  /** The value where the server sets none. */
  readonly fallback: string
  /** Formats of the configuration by value. */
  readonly formats: ReadonlyMap<string, string>
}

/** Formats whose encoding or kind newer servers tell in `file_format_params`, and older ones by the name of the format. */
const CHOICES: ReadonlyMap<string, Choice> = new Map([
  [
    'properties',
    choice('properties_encoding', 'iso-8859-1', {
      'iso-8859-1': 'properties',
      'utf-8': 'properties-utf8',
      'utf-16': 'properties-utf16',
    }),
  ],
  [
    'strings',
    choice('strings_encoding', 'utf-8', { 'utf-8': 'strings-utf8', 'utf-16': 'strings' }),
  ],
  ['csv', choice('csv_encoding', 'auto', { auto: 'csv', 'utf-8': 'csv-utf-8' })],
  [
    'csv-multi',
    choice('csv_encoding', 'auto', { auto: 'csv-multi-utf-8', 'utf-8': 'csv-multi-utf-8' }),
  ],
  [
    'csv-simple',
    choice('csv_simple_encoding', 'auto', {
      auto: 'csv-simple',
      'utf-8': 'csv-simple-utf-8',
      'iso-8859-1': 'csv-simple-iso',
    }),
  ],
  ['gwt', choice('gwt_encoding', 'utf-8', { 'utf-8': 'gwt', 'iso-8859-1': 'gwt-iso' })],
  ['xliff', choice('xliff_placeables', 'placeables', { placeables: 'xliff', plain: 'plainxliff' })],
])

function choice(
  parameter: string,
  fallback: string,
  formats: Readonly<Record<string, string>>,
): Choice {
  return { parameter, fallback, formats: new Map(Object.entries(formats)) }
}

/** Parameters that say how files are written, which gitglot does not do. */
const WRITING =
  /^(?:csv_escape_formulas|dos_eol|json_.+|line_max_length|po_.+|xml_closing_tags|yaml_.+)$/

/** The format of the configuration that a component of a server has, and remarks about parameters that are not followed. */
export function formatOf(answer: Answer): {
  readonly format: string
  readonly remarks: readonly string[]
} {
  const named = textOf(answer['file_format'])
  const { parameter = '', fallback, formats }: Partial<Choice> = CHOICES.get(named) ?? {}
  const { [parameter]: chosen, ...others } = paramsOf(answer, named)
  // Older servers had no such parameter: there `strings` is UTF-16.
  const value = chosen ?? (hasParams(answer) ? fallback : undefined)
  const format = value === undefined ? named : formats?.get(textOf(value))
  const remarks = Object.entries(others).filter(([name, one]) => !isFollowed(name, one))
  if (format === undefined) remarks.unshift([parameter, chosen])
  return {
    format: format ?? named,
    remarks: remarks.map(
      ([name, one]) => `file_format_params: gitglot does not follow ${name}: ${shown(one)}`,
    ),
  }
}

/** XML files keep all white space unless a newer server is told otherwise; gitglot does what `xml:space` says. */
function paramsOf(answer: Answer, format: string): Answer {
  const params = asAnswer(answer['file_format_params'])
  const isXliff = format === 'xliff' || format === 'poxliff'
  return isXliff && hasParams(answer) ? { xml_whitespace_handling: 'preserve', ...params } : params
}

function isFollowed(name: string, value: unknown): boolean {
  return WRITING.test(name) || (name === 'xml_whitespace_handling' && value === 'standard')
}

/** Whether a server is one that tells encodings in parameters, as it also tells what components inherit. */
function hasParams(answer: Answer): boolean {
  return 'inherit_license' in answer || 'access_control' in asAnswer(answer['project'])
}

/** A value of an answer in a message. */
export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 100) ?? 'nothing'
}
