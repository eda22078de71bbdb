import type { Contents } from '../../formats/discovery.ts'
import { type Entry, SEP } from '../../formats/entry.ts'
import type { Format } from '../../formats/format.ts'
import type { CheckedUnit } from '../checks/check.ts'
import { formatFlags, parseFlags } from '../checks/flags.ts'
import { checksById } from '../checks/registry.ts'
import { findLanguage, languageForCode } from '../languages/language.ts'
import { inVersion } from '../weblate-version.ts'

/** A style of placeholders: how to recognize it in source texts, and the check that compares it. */
interface Style {
  readonly check: string
  readonly flag: string
  /** Flag of another check for these placeholders, which a format may have. */
  readonly twin?: string
  /** The style as messages name it: `{{names}}`. */
  readonly shown: string
  readonly pattern: RegExp
  /** Matches all placeholders that the check compares, if the pattern matches only those that no other style has. */
  readonly compared?: RegExp
  /** Kind of format to which the style is limited. */
  readonly only?: Format['placeholdersOf']
  /** Returns whether the files belong to a program that uses the style. */
  readonly isOf?: (evidence: Evidence) => boolean
}

/** Hints at the program to which files belong. */
interface Evidence {
  readonly format: Format
  /** Path of the template, or else of the first translation. */
  readonly path: string
  /** The first part of that file. */
  readonly head: string
  readonly flags: ReadonlySet<string>
  readonly texts: readonly string[]
}

/** Returns a style for which Weblate has a check, with a flag of the same name unless `more` says another. */
function named(check: string, shown: string, pattern: RegExp, more: Partial<Style> = {}): Style {
  return { check, flag: check.replaceAll('_', '-'), shown, pattern, ...more }
}

/** Returns a style for which Weblate has no check of its own. */
function unnamed(shown: string, expression: string, more: Partial<Style> = {}): Style {
  return {
    check: 'placeholders',
    flag: `placeholders:r"${expression}"`,
    shown,
    pattern: new RegExp(expression),
    ...more,
  }
}

/** An opening brace that does not belong to another style. */
const OPEN = '(?<![{$%#\\\\])\\{'

const NUMBER = new RegExp(`${OPEN}\\d+\\}(?!\\})`)

const doubleBraces: readonly Style[] = [
  named(
    'i18next_interpolation',
    '{{names}} as in i18next',
    /\{\{[-\s]*[\p{L}\p{N}_][^{}\n]*\}\}|\$t\([^()\n]+\)/u,
  ),
  unnamed('{{.Names}} as in Go', '\\{\\{\\s*\\.[a-zA-Z][a-zA-Z0-9_.]*\\s*\\}\\}'),
]

const ICU = new RegExp(
  `${OPEN}\\s*\\w+\\s*,\\s*(?:plural|select|selectordinal|number|date|time)\\s*[,}]`,
)

const singleBraces: readonly Style[] = [
  named('icu_message_format', 'ICU messages', ICU, {
    compared: new RegExp(`${OPEN}\\s*\\w+\\s*[,}]`),
  }),
  named('python_brace_format', '{}', new RegExp(`${OPEN}\\}(?!\\})`)),
  named(
    'vue_format',
    '{names} as in Vue I18n',
    new RegExp(`${OPEN}[a-zA-Z_][\\w.-]*\\}(?!\\})|(?:^|\\s)@:\\(?[a-zA-Z]`),
  ),
  named('java_format', '{0} as in Java', NUMBER, {
    flag: 'auto-java-messageformat',
    only: 'java',
  }),
  named('c_sharp_format', '{0}', NUMBER, {
    // In these texts, `{1}` marks the plural form of one number.
    isOf: ({ format }) => format.placeholdersOf !== 'laravel',
  }),
]

/** A group of its own, since Moodle's texts use no other placeholders in braces. */
const dollarBraces: readonly Style[] = [
  unnamed('{$a} as in Moodle', '\\{\\$a(?:->[a-zA-Z0-9_]+)?\\}'),
]

const dollars: readonly Style[] = [
  unnamed('$names as in slang', '\\$(?:[a-zA-Z_][a-zA-Z0-9_]*|\\{[a-zA-Z0-9_.]+\\})', {
    isOf: ({ path }) => /\.i18n\.[a-z]+$/.test(path),
  }),
  unnamed('$names as in Roundcube', '\\$[a-z][a-z0-9_]*', {
    isOf: ({ path }) => /(?:^|\/)localization\/.*\.inc$/.test(path),
  }),
  unnamed('$1 as in browser extensions', '(?<!\\$)\\$[1-9]', {
    isOf: ({ format }) => format.id === 'webextension',
  }),
  unnamed('$1 as in MediaWiki', '\\$[1-9][0-9]?', { only: 'mediawiki' }),
  named('es_format', 'template literals', /\$\{[\w.]+\}/),
]

const percents: readonly Style[] = [
  named('qt_format', '%1 as in Qt', /%L?[1-9]/, { only: 'qt' }),
  unnamed('%{names} as in Elixir', '%\\{[a-zA-Z0-9_]+\\}', {
    isOf: ({ path, flags }) => flags.has('elixir-format') || /(?:^|\/)priv\/gettext\//.test(path),
  }),
  unnamed('%{names} as in Rails', '%\\{\\w+\\}', {
    // The check of Ruby takes `%m` in formats of dates for a placeholder, too.
    isOf: ({ format }) => format.id === 'ruby-yaml',
  }),
  unnamed('@names as in Drupal', '[@%:][a-zA-Z][a-zA-Z0-9_-]*', { isOf: isDrupal }),
  unnamed('%1 as in Magento', '%[1-9][0-9]?', { isOf: isMagento }),
  named('python_format', '%(names)s as in Python', /%\(\w+\)[-+ 0-9.]*[sdifr]/),
  named('ruby_format', '%{names}', /%\{\w+\}/),
  named('java_printf_format', '%,d as in Java', /(?<![\d%])%(?:\d+\$)?,\d*d(?![a-zA-Z])/),
  named(
    'c_format',
    '%s or %d as in printf',
    /(?<![\d%])%(?:\d+\$)?[-+0#]*(?:[1-9]\d*)?(?:\.\d+)?(?:hh?|ll?|[zqjtL])?[sdiufxXgc@](?![a-zA-Z])/,
    { twin: 'objc-format' },
  ),
  named('percent_placeholders', '%names%', /(?<![\w%])%[a-zA-Z_]\w+%(?![\w%])/),
]

const underscores: readonly Style[] = [
  unnamed('__names__ as in i18next 1', '__[a-zA-Z0-9]+(?:_[a-zA-Z0-9]+)*__', { isOf: isNodeRed }),
]

/** Recognizes JSON of Node-RED and the like by several names; a single one may be bold text in Markdown. */
function isNodeRed({ format, texts }: Evidence): boolean {
  return (
    /^(?:i18next|json)/.test(format.id) &&
    texts.filter((text) => /__[a-z]\w*?__/i.test(text)).length > MAX_FAILURES
  )
}

/** Recognizes files of translate.drupal.org by their header, or by `@count` in plural forms. */
function isDrupal({ format, head, texts }: Evidence): boolean {
  return (
    format.id === 'po' && (/\bdrupal\b/i.test(head) || texts.some((text) => /@count\b/.test(text)))
  )
}

/** Recognizes `i18n/de_DE.csv`, whose columns have no headings. */
function isMagento({ format, path }: Evidence): boolean {
  return format.id.startsWith('csv') && /(?:^|\/)i18n\/[a-zA-Z]+_[a-zA-Z]+\.csv$/.test(path)
}

/** Check flags for the placeholders in texts, with notes about them. */
export interface FoundFlags {
  /** `''` if there are none. */
  readonly checkFlags: string
  /** Clauses in lower case, without a final full stop. */
  readonly notes: readonly string[]
}

/** A unit on which checks are tried, with the flags of each style in turn. */
interface SampleUnit extends CheckedUnit {
  flags: CheckedUnit['flags']
}

interface FlagOptions {
  readonly contents: Contents
  readonly format: Format
  /** `''` if the files are bilingual. */
  readonly template: string
  readonly sourceLanguage: string
  readonly translations: readonly { readonly path: string; readonly code: string }[]
}

/**
 * Chooses check flags for the placeholders in the source texts of a component. Of styles with similar marks, picks the
 * one that most texts use, provided that translations agree with it. Skips what the format itself guards in the version
 * of Weblate that is the default.
 */
export function findCheckFlags(options: FlagOptions): FoundFlags {
  const guardedFlags = parseFlags(inVersion(options.format, '2026.10').checkFlags ?? '')
  const sources = readSources(options)
  // Angular keeps the code of a placeholder in its tag: `<x id="INTERPOLATION" equiv-text="{{ name }}"/>`.
  const isXliff = options.format.id.includes('xliff')
  const written = [...sources.values()].flat()
  const texts = written.map((text) => (isXliff ? text.replace(/<[^<>]*>/g, '') : text))
  const count = ({ pattern }: Style) => texts.filter((text) => pattern.test(text)).length
  const most = (styles: readonly Style[]) => Math.max(...styles.map(count))
  const braces = most(doubleBraces) > most(singleBraces) ? doubleBraces : singleBraces
  const isOpen = (styles: readonly Style[]) =>
    !styles.some(({ flag, twin = flag }) => guardedFlags.has(flag) || guardedFlags.has(twin))
  // A parser of ICU messages refuses `equiv-text="{{ name }}"`; other styles take the words of ICU for names.
  const isAngular =
    isXliff &&
    written.some((text) => /<[^<>]*\{/.test(text)) &&
    texts.some((text) => ICU.test(text))
  const styleGroups = [
    isOpen(singleBraces) && !isAngular ? braces : [],
    dollarBraces,
    dollars,
    percents,
    underscores,
  ]
  const open = styleGroups.filter(isOpen)
  const { placeholdersOf } = options.format
  // MediaWiki's `{{PLURAL:$1|page|pages}}` and Fluent's `{"{"}` are no placeholders of another style.
  const isApart = placeholdersOf === 'mediawiki' || placeholdersOf === 'fluent'
  const usual = isApart ? undefined : placeholdersOf
  const evidence = evidenceOf(options, texts)
  const isLooked = ({ only = usual, isOf }: Style) =>
    only === placeholdersOf && isOf?.(evidence) !== false
  const seen = open.map((styles) => styles.filter((style) => isLooked(style) && count(style) > 0))
  if (seen.every((styles) => styles.length === 0)) return { checkFlags: '', notes: [] }
  const units = readUnits(options, sources)
  const flags: Style[] = []
  const notes: string[] = []
  for (const styles of seen) {
    const style = styles.find((candidate) => agrees(candidate, units))
    if (style !== undefined) {
      flags.push(style)
      notes.push(
        `${count(style)} of ${texts.length} texts contain ${style.shown}; check_flags: ${style.flag} checks them`,
      )
    } else if (styles[0] !== undefined) {
      notes.push(`texts contain ${styles[0].shown}, but too many translations differ for a check`)
    }
  }
  return { checkFlags: joinFlags(flags), notes }
}

/** Merges the values of repeated flags, since the last flag would otherwise override the others. */
function joinFlags(styles: readonly Style[]): string {
  const flagSets = styles.map(({ flag }) => parseFlags(flag))
  const placeholders = flagSets.flatMap((flags) => flags.get('placeholders') ?? [])
  const merged = new Map(flagSets.flatMap((flags) => [...flags]))
  if (placeholders.length > 0) merged.set('placeholders', placeholders)
  return [...merged].map((flag) => formatFlags(new Map([flag]))).join(', ')
}

const HEAD_LENGTH = 2000

function evidenceOf(options: FlagOptions, texts: readonly string[]): Evidence {
  const { contents, format, template, translations } = options
  const path = template || (translations[0]?.path ?? '')
  const flags = new Set(entriesOf(path, options).flatMap((entry) => entry.flags.split(/,\s*/)))
  return { format, path, flags, texts, head: contents.text(path)?.slice(0, HEAD_LENGTH) ?? '' }
}

function entriesOf(path: string, { contents, format, template }: FlagOptions): readonly Entry[] {
  return contents.entries(path, format, template === '' ? 'bilingual' : 'monolingual') ?? []
}

/** Up to this many failures may be errors of translators; more mean that the check does not fit. */
const MAX_FAILURES = 3
const MAX_FAILING_SHARE = 0.1

/** Returns whether few translations fail a check, and hardly any where the source has no such placeholder. */
function agrees(
  { check: id, flag, pattern, compared = pattern }: Style,
  units: readonly SampleUnit[],
): boolean {
  const check = checksById.get(id)
  const flags = parseFlags(flag)
  for (const unit of units) unit.flags = flags
  const holds = ({ sources: [source = ''] }: CheckedUnit) => compared.test(source)
  const most = units.filter(holds).length * MAX_FAILING_SHARE
  const failing = units.filter((unit) => check?.fails(unit))
  const misread = failing.filter((unit) => !holds(unit)).length
  return failing.length <= Math.max(MAX_FAILURES, most) && misread <= most
}

/** Returns the forms of each source text by key; in bilingual files, keys are source texts. */
function readSources(options: FlagOptions): Map<string, string[]> {
  const { template, translations } = options
  const isBilingual = template === ''
  const paths = isBilingual ? translations.slice(0, MAX_FILES).map(({ path }) => path) : [template]
  const entries = paths.flatMap((path) => entriesOf(path, options))
  const textOf = ({ source, target }: Entry) => (isBilingual ? source : target)
  // Texts with format flags in the file are guarded already.
  const open = entries.filter(({ flags }) => !GUARDED.test(flags))
  return new Map(open.map((entry) => [keyOf(entry), textOf(entry).split(SEP)]))
}

/** Flags of formats whose placeholders have a check, as Elixir's have not, and names of placeholders. */
const GUARDED = /(?<![a-z-])(?:(?!elixir-)[a-z][a-z-]*-format\b|placeholders:)/

/** Limits of the sample: a part of the files and texts is enough evidence. */
const MAX_FILES = 12
const MAX_TEXTS = 20_000

/** Returns translations without plural forms, of languages spread evenly over all. */
function readUnits(
  options: FlagOptions,
  sources: ReadonlyMap<string, readonly string[]>,
): SampleUnit[] {
  const { sourceLanguage, translations } = options
  const sampleSize = Math.max(2, Math.min(MAX_FILES, Math.floor(MAX_TEXTS / (sources.size || 1))))
  const step = Math.max(1, translations.length / sampleSize)
  const chosen = translations
    .filter((_, index) => Math.floor(index % step) === 0)
    .slice(0, sampleSize)
  const from = languageForCode(sourceLanguage)
  const flags = parseFlags('')
  const units: SampleUnit[] = []
  for (const { path, code } of chosen) {
    const language = findLanguage(code)
    if (language === undefined) continue
    for (const entry of entriesOf(path, options)) {
      const forms = sources.get(keyOf(entry))
      const { target } = entry
      if (forms?.length !== 1 || target === '' || target.includes(SEP)) continue
      // Field by field: spreading a shared object would take ten times as long.
      units.push({
        weblate: '2026.10',
        sources: forms,
        targets: [target],
        sourceLanguage: from,
        language,
        flags,
        context: '',
        note: '',
        projectName: '',
        componentName: '',
      })
    }
  }
  return units
}

function keyOf({ context, source }: Entry): string {
  return `${context}\0${source}`
}
