import type { Contents, Findings, NearMiss, Proposal } from '../../formats/discovery.ts'
import { formats } from '../../formats/index.ts'
import type { ComponentConfig, DiscoverRules } from '../config/config.ts'
import { groupBy } from '../group-by.ts'
import { compareCodePoints } from '../languages/order.ts'
import { createCodeFinder } from '../reading/code-in-path.ts'
import { type FileTree, fileTreeOfPaths } from '../reading/file-tree.ts'
import { findPaths } from '../reading/find-paths.ts'
import { createWildcardTest } from '../regexp/wildcard.ts'
import { type FoundFlags, findCheckFlags } from './check-flags.ts'
import { ReadContents } from './contents.ts'
import { findFileSets } from './file-set.ts'
import {
  comparePaths,
  ignoredDirectoryOf,
  isIgnoredName,
  isInTranslationDirectory,
  sampleDirectoryOf,
} from './ignored-paths.ts'
import { isAmbiguous, languageOfCode } from './language-code.ts'
import { type Name, nameProposals } from './names.ts'
import {
  explainIgnored,
  explainSample,
  explainSubmodules,
  explainUnread,
  explainWildcards,
  MODULES,
  sortNearMisses,
} from './near-misses.ts'
import { isUsableMask } from './path-reading.ts'
import { createPattern } from './pattern.ts'
import { findTemplate, languageOfTemplate } from './template.ts'

/** Where to search, and what for. */
export interface DiscoverOptions extends DiscoverSettings {
  /** Regular files (no symbolic links), relative to the root, in any order. */
  readonly paths: readonly string[]
  /** Returns the bytes of a file; undefined if it is unreadable. Called only for files that may be translations. */
  readonly read: (path: string) => Uint8Array | undefined
}

/** What to search for. */
export interface DiscoverSettings {
  /** Code of the source language unless the files say otherwise (default: `en`). */
  readonly sourceLanguage?: string
  /** Which components to find (default: all). */
  readonly only?: DiscoverRules | undefined
  /** Earlier names by filemask, which are kept. */
  readonly names?: Readonly<Record<string, Name>> | undefined
}

/** The settings of a discovered component; all others have their defaults. */
export interface DiscoveredComponent extends Name, Required<Omit<Proposal, 'notes'>> {
  /** Absent for the default parameters. */
  readonly fileFormatParams?: ComponentConfig['fileFormatParams']
  readonly checkFlags: string
  /** One sentence for users: what the component is, and why it was chosen. */
  readonly explanation: string
}

/** The components of a repository, and sets of files that narrowly failed to be one. */
export interface Discovery {
  /** Sorted by format, then by filemask. */
  readonly components: readonly DiscoveredComponent[]
  /** Sorted by filemask. */
  readonly nearMisses: readonly NearMiss[]
}

/** What most components lack. */
const NO_EXTRAS = {
  ...{ intermediate: '', newBase: '', languageRegex: '', keyFilter: '', isGlossary: false },
} as const

/** Finds the components of all formats, whatever the order of the paths. Never throws because of file contents. */
export function discover(options: DiscoverOptions): Discovery {
  const { paths, read, sourceLanguage = 'en', only, names: namesByMask } = options
  const pattern = createPattern(only)
  const pathSet = new Set(paths)
  const sorted = [...pathSet].sort(compareCodePoints)
  const { files, candidates, ignored } =
    pattern === undefined
      ? splitIgnored(sorted)
      : {
          files: [],
          candidates: sorted.filter((path) => pattern.componentIn(path) !== undefined),
          ignored: new Map<string, string[]>(),
        }
  const contents = new ReadContents((path) => (pathSet.has(path) ? read(path) : undefined))
  const treeOf = (paths: readonly string[]) => fileTreeOfPaths(paths.map((path) => ({ path })))
  const tree = treeOf(candidates)
  const findings =
    pattern === undefined
      ? findAll({ tree, wholeTree: treeOf(files) }, candidates, contents, sourceLanguage)
      : pattern.find(candidates, sourceLanguage, (path) => pathSet.has(path))
  const taken = findings.proposals.filter(({ filemask }) => isTaken(filemask, only))
  const isSample = ({ filemask }: Proposal) => sampleDirectoryOf(filemask) !== undefined
  const chosen =
    pattern === undefined && taken.some((proposal) => !isSample(proposal))
      ? taken.filter((proposal) => !isSample(proposal))
      : taken
  const proposals = chosen.toSorted(
    (a, b) => compareCodePoints(a.fileFormat, b.fileFormat) || comparePaths(a.filemask, b.filemask),
  )
  const names = nameProposals(proposals, namesByMask, pattern?.componentIn)
  const nearMisses = [
    ...findings.nearMisses,
    ...taken.filter((proposal) => !chosen.includes(proposal)).map(explainSample),
    ...findings.proposals
      .filter((proposal) => !taken.includes(proposal))
      .map(({ filemask }) => ({ filemask, explanation: 'Excluded by the configuration.' })),
    ...explainIgnored(ignored),
    ...explainUnread(paths, sourceLanguage),
    ...explainWildcards(candidates, sourceLanguage),
    ...(pathSet.has(MODULES) ? explainSubmodules(read(MODULES)) : []),
  ]
  return {
    components: proposals.map(({ notes, ...proposal }, index) => {
      const flags = flagsFor(proposal, tree, contents)
      // With a pattern, the configuration names the format.
      const format = pattern === undefined ? formats.get(proposal.fileFormat) : undefined
      const params = format?.formerParams
      return {
        slug: names[index]?.slug ?? '',
        name: names[index]?.name ?? '',
        ...NO_EXTRAS,
        ...proposal,
        ...(params && { fileFormatParams: params }),
        checkFlags: flags.checkFlags,
        explanation: explain({ ...proposal, notes: [...notes, ...flags.notes] }),
      }
    }),
    nearMisses: sortNearMisses(nearMisses, proposals),
  }
}

/** Splits the paths that a format may have into candidates, and ignored ones by their ignored directory. */
function splitIgnored(paths: readonly string[]) {
  const files = paths.filter((path) => RULES.some(({ rule }) => rule.files.test(path)))
  const ignored = groupBy(files, (path) => ignoredDirectoryOf(path) ?? '')
  const others = ignored.get('') ?? []
  ignored.delete('')
  const candidates = others.filter((path) => !isIgnoredName(path.slice(path.lastIndexOf('/') + 1)))
  return { files, candidates, ignored }
}

/** Returns the check flags for a component's texts; none for glossaries and for formats without a file per language. */
function flagsFor(
  { fileFormat, filemask, languages, isGlossary, ...proposal }: Omit<Proposal, 'notes'>,
  tree: FileTree,
  contents: Contents,
): FoundFlags {
  const format = formats.get(fileFormat)
  const isFiles = format?.folder === undefined && format?.languages === undefined
  if (isGlossary || format === undefined || !isFiles) return { checkFlags: '', notes: [] }
  const codes = new Set(languages)
  const findCode = createCodeFinder(filemask)
  const translations = findPaths(tree, filemask, { maxMatches: Number.POSITIVE_INFINITY })
    .map((path) => ({ path, code: findCode(path) ?? '' }))
    .filter(({ code }) => codes.has(code))
  return findCheckFlags({ ...proposal, contents, format, translations })
}

function findAll(
  { tree, wholeTree }: { readonly tree: FileTree; readonly wholeTree: FileTree },
  paths: readonly string[],
  contents: Contents,
  sourceLanguage: string,
): Findings {
  const findings = RULES.map(({ rule, format }) =>
    rule.find(
      {
        paths: paths.filter((path) => rule.files.test(path)),
        contents,
        sourceLanguage,
        isFile: (path) => tree.resolve(path).kind === 'file',
        sets: (some, options) =>
          findFileSets(tree, some, { sourceLanguage, wholeTree, ...options }),
        findTemplate: (set, of, named = sourceLanguage) =>
          findTemplate({ tree, set, contents, format: of, sourceLanguage: named }),
        languageOfTexts: (template, set, of) =>
          languageOfTemplate(template, set.files, { contents, format: of, sourceLanguage }),
        languageOfCode,
        isAmbiguous,
        isInTranslationDirectory,
        isUsableMask,
      },
      format,
    ),
  )
  return {
    proposals: findings.flatMap(({ proposals }) => proposals),
    nearMisses: findings.flatMap(({ nearMisses }) => nearMisses),
  }
}

const RULES = [...formats.values()].flatMap((format) => {
  return format.discovery === undefined ? [] : [{ rule: format.discovery, format }]
})

/** Formats `3 languages (de, fr, it); the template is i18n/en.json, the file of the source language.` */
function explain({ fileFormat, languages, notes }: Proposal): string {
  const shown = languages.slice(0, 5).join(', ')
  const more = languages.length > 5 ? ', ...' : ''
  const noun = languages.length === 1 ? 'language' : 'languages'
  const counted =
    languages.length === 0
      ? 'without translations yet'
      : `in ${languages.length} ${noun} (${shown}${more})`
  return `${fileFormat} files ${counted}: ${notes.join('; ')}.`
}

function isTaken(filemask: string, { take = [], leave = [] }: Partial<DiscoverRules> = {}) {
  const fits = (masks: readonly string[]) =>
    masks.some((mask) => createWildcardTest(mask)(filemask))
  return (take.length === 0 || fits(take)) && !fits(leave)
}
