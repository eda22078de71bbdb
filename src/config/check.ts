import { choice, number, text, texts, type ValuesOf } from './field.ts'
import { LANGUAGE_CODE } from './field-checks.ts'
import { type Context, complete, readFields, readMap, readMaps } from './field-reader.ts'
import type { LocatedMap } from './yaml.ts'

/** The fields of `check`, besides `ignore`, at the top of the file or in a project. */
export const checkFields = {
  failOn: choice<'' | 'error' | 'warning' | 'note' | 'none'>(
    'Lowest severity that fails gitglot check (default: error).',
    ['', 'error', 'warning', 'note', 'none'],
    '',
  ),
  failUnder: number<number | undefined>(
    'Percentage of translated strings below which a language (of require_languages, if given) fails gitglot check (default: no limit).',
    undefined,
    { minimum: 0, maximum: 100 },
  ),
  requireLanguages: texts(
    'Codes of languages that every component must have, as in files, in Weblate or in BCP 47.',
    (codes) =>
      codes.every((code) => new RegExp(LANGUAGE_CODE).test(code))
        ? undefined
        : 'needs a language code',
  ),
}

/** The fields of an entry of `ignore`. */
export const ignoreFields = {
  check: text('Id of a check or rule; * matches any text (default: all).', {
    parser: 'rulePattern',
  }),
  key: text('Key of a string, or its source text in files without keys (default: all).'),
  language: text('Code of a language, as in files, in Weblate or in BCP 47 (default: all).'),
  component: text('PROJECT/COMPONENT or COMPONENT (default: all).'),
}

/** A rule that accepts some findings. */
export interface IgnoreConfig extends ValuesOf<typeof ignoreFields> {
  /** Line of the rule in its file. */
  readonly line: number
}

/** Defaults of `gitglot check` in a project, and the findings that it accepts. */
export interface CheckConfig extends ValuesOf<typeof checkFields> {
  readonly ignore: readonly IgnoreConfig[]
}

const NO_CHECK: CheckConfig = {
  failOn: '',
  failUnder: undefined,
  requireLanguages: [],
  ignore: [],
}

/** Reads the `check` of a site or project. Its fields override those of `above`; its `ignore` rules are added. */
export function readCheck(
  map: LocatedMap,
  context: Context,
  above: CheckConfig = NO_CHECK,
): CheckConfig {
  const value = readMap('check', map, context)
  if (value === undefined) return above
  const reader = readFields(checkFields, value, context, ['ignore'])
  const { partial } = complete(checkFields, reader, above)
  const ignore = readMaps('ignore', value, context)
  return {
    ...above,
    ...partial,
    ignore: [...above.ignore, ...ignore.flatMap((entry) => readIgnore(entry, context))],
  }
}

function readIgnore(map: LocatedMap, context: Context): IgnoreConfig[] {
  const reader = readFields(ignoreFields, map, context)
  const { whole } = complete(ignoreFields, reader)
  if (whole === undefined) return []
  if (Object.values(whole).every((value) => value === '')) {
    context.report(map.offset, map.path, 'needs check, key, language or component')
  }
  return [{ ...whole, line: context.lineOf(map.offset) }]
}
