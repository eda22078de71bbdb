import { ParseError, RepositoryError, unless } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import { parseAliases } from '../languages/language.ts'
import type { Alert } from '../model/model.ts'
import { readBilingualFiles } from './bilingual.ts'
import { createCodeFinder } from './code-in-path.ts'
import { type FileTree, fileTreeOfCommit } from './file-tree.ts'
import {
  type IgnoredReason,
  type Matches,
  type MatchOptions,
  matchFiles,
  matchLanguages,
} from './filemask.ts'
import { readMonolingualFiles } from './monolingual.ts'
import { readVersionContent } from './read-content.ts'
import {
  type ComponentContent,
  type ConfiguredComponent,
  createCodeTest,
  DANGLING_LINK,
  formatOf,
  kindOf,
  missingFile,
  type ReadOptions,
} from './translation-file.ts'
import { wrongFormat } from './wrong-format.ts'

/** Languages of a component: many times as many as Weblate knows; more than that means a mistaken filemask. */
const MAX_LANGUAGES = 5000

/** Reads the translations of a component at a commit: `findFiles`, then `readFiles`. */
export function readComponent(
  options: ReadOptions & { readonly commit: Commit },
): ComponentContent {
  return readFiles(findFiles(options), options)
}

/**
 * Finds the translation files of a component at a commit without reading them. Throws RepositoryError if the tree
 * cannot be read, or has more than 5,000 languages.
 */
export function findFiles({ commit, ...options }: Matched & { readonly commit: Commit }): Matches {
  const matches = matchesIn(fileTreeOfCommit(options.repository, commit.tree), options)
  if (matches.files.length > MAX_LANGUAGES) {
    const { filemask } = options.config
    const count = `files of ${matches.files.length} languages`
    throw new RepositoryError(
      'too-large',
      `${filemask}: expected at most ${MAX_LANGUAGES}, found ${count}`,
    )
  }
  return matches
}

/** Reads the files that `findFiles` found. A file that cannot be read becomes an alert of its translation. */
export function readFiles(matches: Matches, options: ReadOptions): ComponentContent {
  const content =
    options.config.template === ''
      ? readBilingualFiles(matches, options)
      : readMonolingualFiles(matches, options)
  const wrong = wrongFormat(content.alerts, matches, options)
  if (wrong !== undefined) return { ...content, alerts: [wrong] }
  const ownAlerts = limitAlerts([
    ...unmatchedAlerts(matches, options.config),
    ...duplicateAlerts(matches),
    ...ignoredAlerts(matches),
    ...faultAlerts(content),
    ...expressionAlerts(content),
  ])
  return { ...content, alerts: [...content.alerts, ...ownAlerts] }
}

/**
 * Matches the translation files of a component in a tree. If one file holds all languages and is broken, its languages
 * are `codesIfBroken`; without these, throws RepositoryError. `codesByOid` caches the codes in each such file by its
 * blob id.
 */
export function matchesIn(
  tree: FileTree,
  component: Matched,
  codesIfBroken?: readonly string[],
  codesByOid?: Map<string, readonly string[]>,
): Matches {
  try {
    return matchTree(tree, component, codesByOid, codesIfBroken)
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    const place = `${component.config.filemask}:${cause.line}:${cause.column}`
    throw new RepositoryError('unsupported', `${place}: ${cause.message}`, { cause })
  }
}

/** Like `matchesIn`, but returns undefined if one file holds all languages and is broken. */
export function matchesUnlessBroken(
  tree: FileTree,
  component: Matched,
  codesByOid?: Map<string, readonly string[]>,
): Matches | undefined {
  return unless(() => matchTree(tree, component, codesByOid), ParseError)
}

type Matched = Pick<ReadOptions, 'config' | 'project' | 'repository'>

/** Throws ParseError for a broken file of all languages, unless `codesIfBroken` are given. */
function matchTree(
  tree: FileTree,
  component: Matched,
  codesByOid: Map<string, readonly string[]> | undefined,
  codesIfBroken?: readonly string[],
): Matches {
  const { config, repository } = component
  const options = matchOptions(component)
  if (!hasAllLanguages(config)) return matchFiles(tree, options)
  const format = formatOf(config)
  const read = (oid: string) =>
    format.languages?.(readVersionContent(repository, format, oid)) ?? []
  const codesOf =
    codesIfBroken === undefined
      ? read
      : (oid: string) => unless(() => read(oid), ParseError) ?? codesIfBroken
  return matchLanguages(tree, options, (oid) => {
    const codes = codesByOid?.get(oid) ?? codesOf(oid)
    codesByOid?.set(oid, codes)
    return codes
  })
}

/** Returns whether one file holds all languages of a component. */
export function hasAllLanguages(config: ReadOptions['config']): boolean {
  return formatOf(config).languages !== undefined && !config.filemask.includes('*')
}

/** Most alerts about skipped files that are shown one by one. */
const MAX_ALERTS = 100

/** Returns the settings of a component that decide which files are its translations. */
export function matchOptions({ config, project }: ConfiguredComponent): MatchOptions {
  return {
    filemask: config.filemask,
    template: config.template,
    intermediate: config.intermediate,
    isMonolingual: config.template !== '',
    languageRegex: config.languageRegex,
    languageAliases: parseAliases(project.languageAliases),
    sourceLanguage: config.sourceLanguage,
    newBase: config.newBase,
    notesFile: (config.template && formatOf(config).notesFile?.(config.template)) || '',
    sourceFile: formatOf(config).sources?.test(config.newBase) ? config.newBase : '',
    isLanguage: formatOf(config).forFiles && createCodeTest(config),
    kind: kindOf(config),
  }
}

/** A set of characters, as in a shell. Weblate finds files by it, then no language in their names. */
const HAS_BRACKETS = /\[[^/\]]+\]/

/** Returns an alert if the filemask matches no file, not even the sources: it is probably misspelt. */
function unmatchedAlerts(
  { files, duplicates, ignored, base }: Matches,
  { filemask, template }: ReadOptions['config'],
): Alert[] {
  if (files.some(({ isSource }) => !isSource)) return []
  if (HAS_BRACKETS.test(filemask)) {
    const reason = 'expected no brackets, since a filemask with brackets matches nothing in Weblate'
    return [{ ...missingFile(filemask, reason), filename: '' }]
  }
  const isFitting =
    duplicates.length > 0 ||
    ignored.length > 0 ||
    filemask === template ||
    createCodeFinder(filemask)(template) !== undefined
  if (isFitting && (template !== '' || base !== undefined)) return []
  return [{ ...missingFile(filemask, 'expected files of translations, found none'), filename: '' }]
}

function duplicateAlerts({ duplicates }: Matches): Alert[] {
  // A missing template has an alert of its own.
  const real = duplicates.filter(({ first: file }) => !file.isTemplate || file.real !== undefined)
  return real.map(({ path, language, first: file }) => {
    const both = `${file.path || 'The source'} and ${path} are both ${language.name}`
    const message = `${both}; ${path} is left out. \`language_aliases\` can tell them apart.`
    return { name: 'DuplicateLanguage', message, filename: path }
  })
}

/** Why a path that matches the filemask is not a translation, if the reason deserves an alert. */
const IGNORED: Readonly<Partial<Record<IgnoredReason, string>>> = {
  'no-code': 'expected a language code, found none',
  'code-too-long': 'expected a language code of at most 50 characters',
  'link-outside': DANGLING_LINK,
  'link-loop': 'expected a file, found links that lead in a circle',
}

function ignoredAlerts({ ignored }: Matches): Alert[] {
  return ignored.flatMap(({ path, reason }) => {
    const why = IGNORED[reason]
    if (why === undefined) return []
    return [{ name: 'IgnoredFile' as const, message: `${path}: ${why}`, filename: path }]
  })
}

/** Returns an alert for each file with refused texts; a file of all languages is reported once. */
function faultAlerts({ translations }: ComponentContent): Alert[] {
  const reported = new Set<string>()
  return translations.flatMap(({ summary, filename }): Alert[] => {
    const faults = summary.faults.filter(({ kind }) => kind === 'refused')
    const [first] = faults
    if (first === undefined) return []
    const { line, column, path } = first
    const file = path === undefined ? filename : `${filename}/${path}`
    if (reported.has(file)) return []
    reported.add(file)
    const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more such places)`
    const message = `${file}:${line}:${column}: ${first.message}${more}`
    return [{ name: 'RefusedText', message, filename: file, at: { line, column } }]
  })
}

/** Returns an alert for each expression in flags of units that is not supported: the checks that need it pass. */
function expressionAlerts({ translations }: ComponentContent): Alert[] {
  const reported = new Set<string>()
  return translations.flatMap(({ summary, filename }) =>
    summary.refusedExpressions.flatMap((why): Alert[] => {
      // Sources without a file have the flags of the other files.
      if (filename === '' || reported.has(why)) return []
      reported.add(why)
      return [{ name: 'UnsupportedExpression', message: `${filename}: ${why}`, filename }]
    }),
  )
}

function limitAlerts(alerts: readonly Alert[]): readonly Alert[] {
  const more = alerts.length - MAX_ALERTS
  if (more <= 0) return alerts
  const last = {
    name: 'IgnoredFile',
    message: `${more} more ${more === 1 ? 'file is' : 'files are'} ignored`,
    filename: '',
  } as const
  return [...alerts.slice(0, MAX_ALERTS), last]
}
