/** Values of `file_format_params` by name, as in Weblate since 5.15. */
export type FormatParams = Readonly<Record<string, string | number | boolean>>

/** A parameter of formats. */
export interface FormatParam {
  /** Ids of the formats that take it; undefined for all. */
  readonly formats: readonly string[] | undefined
  /** Its values; undefined: any. */
  readonly choices: readonly string[] | undefined
  /** Whether it changes how files are read; the others concern writing. */
  readonly isRead: boolean
}

const JSON_FORMATS = [
  ...['json', 'json-nested', 'webextension', 'i18next', 'i18nextv4', 'arb', 'go-i18n-json'],
  ...['go-i18n-json-v2', 'formatjs', 'gotext'],
]
const PO = ['po', 'po-mono']
const YAML = ['yaml', 'ruby-yaml']

function reading(formats: readonly string[], choices: readonly string[]): FormatParam {
  return { formats, choices, isRead: true }
}

function writing(formats?: readonly string[], choices?: readonly string[]): FormatParam {
  return { formats, choices, isRead: false }
}

/** All parameters, by name. */
export const formatParams: ReadonlyMap<string, FormatParam> = new Map([
  ['csv_encoding', reading(['csv', 'csv-multi'], ['auto', 'utf-8'])],
  ['csv_escape_formulas', writing(['csv', 'csv-multi', 'csv-simple'])],
  ['csv_simple_encoding', reading(['csv-simple'], ['auto', 'utf-8', 'iso-8859-1'])],
  ['dos_eol', writing()],
  ['gwt_encoding', reading(['gwt'], ['utf-8', 'iso-8859-1'])],
  ['json_indent', writing(JSON_FORMATS)],
  ['json_indent_style', writing(JSON_FORMATS, ['spaces', 'tabs'])],
  ['json_sort_keys', writing(JSON_FORMATS, ['none', 'case_sensitive', 'case_insensitive'])],
  ['json_use_compact_separators', writing(JSON_FORMATS)],
  ['po_contributor_comments', writing(PO, ['none', 'gettext', 'spdx'])],
  ['po_fuzzy_matching', writing(['po'])],
  ['po_keep_previous', writing(['po'])],
  ['po_line_wrap', writing(PO, ['77', '65535', '-1'])],
  ['po_no_location', writing(['po'])],
  ['po_remove_obsolete', writing(PO)],
  ['po_report_msgid_bugs_to', writing(PO)],
  ['po_set_language_team', writing(PO)],
  ['po_set_last_translator', writing(PO)],
  ['po_set_x_generator', writing(PO)],
  ['properties_encoding', reading(['properties'], ['iso-8859-1', 'utf-8', 'utf-16'])],
  ['strings_encoding', reading(['strings'], ['utf-8', 'utf-16'])],
  ['xliff_placeables', reading(['xliff', 'xliff2'], ['plain', 'placeables'])],
  [
    'xml_closing_tags',
    writing([
      ...['ts', 'xliff', 'xliff2', 'poxliff', 'apple-xliff', 'resx', 'aresource'],
      ...['moko-resource', 'cmp-resource', 'tbx'],
    ]),
  ],
  [
    'xml_whitespace_handling',
    reading(['xliff', 'poxliff', 'apple-xliff', 'xliff2'], ['standard', 'preserve', 'normalize']),
  ],
  ['yaml_indent', writing(YAML)],
  ['yaml_line_break', writing(YAML, ['dos', 'unix', 'mac'])],
  ['yaml_line_wrap', writing(YAML, ['80', '100', '120', '180', '65535'])],
])

/** Formats of Weblate 5.14 that 2026.10 replaced by another one with parameters. */
export const replacedFormats: ReadonlyMap<
  string,
  { readonly format: string; readonly params: FormatParams }
> = new Map([
  ['csv-utf-8', { format: 'csv', params: { csv_encoding: 'utf-8' } }],
  ['csv-multi-utf-8', { format: 'csv-multi', params: { csv_encoding: 'utf-8' } }],
  ['csv-simple-utf-8', { format: 'csv-simple', params: { csv_simple_encoding: 'utf-8' } }],
  ['csv-simple-iso', { format: 'csv-simple', params: { csv_simple_encoding: 'iso-8859-1' } }],
  ['gwt-iso', { format: 'gwt', params: { gwt_encoding: 'iso-8859-1' } }],
  ['properties-utf8', { format: 'properties', params: { properties_encoding: 'utf-8' } }],
  ['properties-utf16', { format: 'properties', params: { properties_encoding: 'utf-16' } }],
  ['strings-utf8', { format: 'strings', params: { strings_encoding: 'utf-8' } }],
  [
    'plainxliff',
    {
      format: 'xliff',
      params: { xliff_placeables: 'plain', xml_whitespace_handling: 'standard' },
    },
  ],
])

/** Returns what is wrong with a parameter of a format; undefined if nothing. */
export function checkParam(format: string, name: string, value: unknown): string | undefined {
  const param = formatParams.get(name)
  const isTaken = (param: FormatParam) =>
    param.formats === undefined || param.formats.includes(format)
  if (param === undefined || !isTaken(param)) {
    const taken = [...formatParams].filter(([, param]) => isTaken(param)).map(([name]) => name)
    const problem = param === undefined ? 'is not a parameter' : `is not a parameter of ${format}`
    return `${problem}; known for ${format}: ${taken.join(', ')}`
  }
  return param.choices === undefined || param.choices.includes(String(value))
    ? undefined
    : `needs one of ${param.choices.join(', ')}`
}
