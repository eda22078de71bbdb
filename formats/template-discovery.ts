import { bilingualProposal, isBilingualSet } from './bilingual-discovery.ts'
import {
  type Contents,
  codesBut,
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  type Findings,
  isSameContent,
  languageRegexFor,
  type NearMiss,
  type Proposal,
  splitOthers,
  strayNotes,
  type Template,
} from './discovery.ts'
import type { Entry, EntryReader } from './entry.ts'

/** What distinguishes a format's files with a template from other files with that extension. */
interface TemplateRule {
  readonly files: RegExp
  /** Where translations of the format may be (default: anywhere). */
  readonly masks?: RegExp
  /**
   * Returns whether files are of the format (default: yes), or, for a rule of several formats, the id of theirs; `text` is
   * that of the first file.
   */
  isOwn?(text: string, paths: readonly string[], contents: Contents): boolean | string
  /**
   * Filemasks of files that are mostly data: half of their texts must be words, unless a folder suggests translations
   * (default: none).
   */
  readonly dataMasks?: RegExp
  /**
   * Returns the id of the format for files whose keys are source texts, given the id for others; without it none are
   * searched for.
   */
  sourcesFormat?(fileFormat: string): string
  /** Returns the source language of a set, if something names it. */
  sourceLanguageOf?(set: FileSet, tree: DiscoveryTree): string | undefined
  /** What reads the files of some formats, if not the format that has the rule. */
  readonly readers?: readonly EntryReader[]
  /** Which keys of some files are texts; `''`: all. */
  keyFilterFor?(paths: readonly string[], contents: Contents): string
}

/** The verdict on files: a component, the reason why they are not one, or undefined if there is nothing to report. */
export type Judgement = Proposal | string | undefined

/**
 * Finds components of keys and texts. To be no data, files need a template whose keys they share, and several languages,
 * or one whose code is no word beside a template without a code.
 */
export function templateRule({ files, masks, ...rule }: TemplateRule): DiscoveryRule {
  return {
    files,
    find: (tree, format) =>
      judgeSets(tree.sets(tree.paths, masks && { masks }), (set) =>
        judge(set, tree, { format, ...rule }),
      ),
  }
}

/** Judges sets. Of the rejected ones, those with more files rank as nearer misses. */
export function judgeSets(
  sets: Iterable<FileSet>,
  judgeSet: (set: FileSet) => Judgement,
): Findings {
  return judgeEach(sets, judgeSet, ({ filemask, files }) => ({ filemask, files: files.length }))
}

/** Judges sets, or what else has a mask; `placeOf` names a rejected one. */
export function judgeEach<Candidate extends Pick<NearMiss, 'filemask'>>(
  candidates: Iterable<Candidate>,
  judgeOne: (candidate: Candidate) => Judgement,
  placeOf: (candidate: Candidate) => Omit<NearMiss, 'explanation'> = ({ filemask }) => ({
    filemask,
  }),
): Findings {
  const findings: Findings = { proposals: [], nearMisses: [] }
  for (const candidate of candidates) {
    const judgement = judgeOne(candidate)
    if (typeof judgement === 'object') findings.proposals.push(judgement)
    else if (judgement !== undefined) {
      findings.nearMisses.push({ ...placeOf(candidate), explanation: judgement })
    }
  }
  return findings
}

type Rule = Omit<TemplateRule, 'files' | 'masks'> & { readonly format: EntryReader }

function judge(set: FileSet, tree: DiscoveryTree, rule: Rule): Judgement {
  const { isOwn, dataMasks, sourcesFormat, keyFilterFor, readers = [] } = rule
  const { contents } = tree
  const formatOf = (paths: readonly string[]) => {
    const id = isOwn?.(contents.text(paths[0] ?? '') ?? '', paths, contents) ?? true
    return id === true ? rule.format.id : id || undefined
  }
  const all = set.files.map(({ path }) => path)
  const id = readers.length === 0 ? undefined : formatOf(all)
  const format = readers.find((reader) => reader.id === id) ?? rule.format
  const template = tree.findTemplate(set, format, rule.sourceLanguageOf?.(set, tree))
  if (sourcesFormat && (template === undefined || template.isGuess)) {
    const fileFormat = formatOf(all)
    if (fileFormat !== undefined && hasSources(set, tree, format)) {
      return proposalOfSources(set, tree, sourcesFormat(fileFormat))
    }
  }
  const templatePath = template?.path ?? ''
  const paths = all.filter((path) => path !== templatePath)
  const isReadable = (path: string) => Boolean(contents.keys(path, format)?.size)
  const isTemplateRead = template !== undefined && isReadable(templatePath)
  const fault = template && !isTemplateRead ? contents.fault(templatePath, format) : undefined
  // A template that was broken in an edit is still one: the component says where it is broken.
  const isBroken = fault !== undefined && paths.some(isReadable)
  const fileFormat = formatOf(isBroken || !template ? paths : [templatePath, ...paths])
  if (fileFormat === undefined) return undefined
  if (template === undefined) return explainMissing(set, tree)
  const isCertain =
    set.strength !== 'alone' ||
    set.files.some(({ path, code }) => path !== templatePath && !tree.isAmbiguous(code))
  if (!isCertain) return undefined
  if (!isBroken && !isTemplateRead) {
    const isMeant = tree.isInTranslationDirectory(set.filemask) || paths.some(isReadable)
    if (!isMeant) return undefined
    const reason = fault === undefined ? '' : `: ${fault}`
    return `${templatePath} holds the source texts, but none can be read as ${fileFormat}${reason}.`
  }
  const isData = dataMasks?.test(set.filemask) && !tree.isInTranslationDirectory(set.filemask)
  const sample = isBroken ? paths.find(isReadable) : templatePath
  if (isData && !hasWords(contents.entries(sample ?? '', format) ?? [])) return undefined
  if (!isSameContent(paths, templatePath, format, contents)) return explainForeign(templatePath)
  const keyFilter = keyFilterFor?.([templatePath, ...paths], contents) ?? ''
  return proposalWithTemplate(set, tree, { fileFormat, format, template, keyFilter })
}

/** Why a set is no component: nothing holds its source texts. */
export function explainMissing(
  { strength, filemask, files }: FileSet,
  { sourceLanguage, isAmbiguous, isInTranslationDirectory }: DiscoveryTree,
): string | undefined {
  if (strength !== 'alone') {
    return `No file holds the source texts: neither a file of ${sourceLanguage} nor one that has all keys of the others.`
  }
  const isCertain = files.some(({ code }) => !isAmbiguous(code))
  if (!isCertain || !isInTranslationDirectory(filemask)) return undefined
  return 'There is only one language. It is not the source language, and its keys are not source texts.'
}

/** Why a set is no component: its files hold something else each. */
export function explainForeign(template: string): string {
  return `The files do not share their keys with ${template}: data, not translations.`
}

interface ProposalOptions {
  readonly fileFormat: string
  readonly format: EntryReader
  readonly template: Template
  readonly intermediate?: string
  readonly keyFilter?: string
}

/** The proposal of a component with a template. Further files of the source language are left out. */
export function proposalWithTemplate(
  set: FileSet,
  tree: DiscoveryTree,
  { fileFormat, format, template, intermediate = '', keyFilter = '' }: ProposalOptions,
): Proposal {
  const { path, sourceLanguage, reason } = template
  const { contents, languageOfCode } = tree
  const { translations, strays } = splitOthers(set, path, intermediate, format, contents)
  const source = languageOfCode(sourceLanguage)?.code
  const copies = set.files.filter(
    (file) => file.path !== path && file.path !== intermediate && file.language?.code === source,
  )
  const translatedFiles = [...set.files.filter((file) => !copies.includes(file)), ...translations]
  return {
    fileFormat,
    filemask: set.filemask,
    template: path,
    intermediate,
    sourceLanguage,
    languageRegex: languageRegexFor([...strays, ...copies]),
    keyFilter,
    languages: codesBut(translatedFiles, path, intermediate),
    notes: [
      `the template is ${path}, ${reason}`,
      ...(intermediate ? [`${intermediate} holds the developers' texts`] : []),
      ...copies.map((file) => `${file.path} is also in the source language, so it is left out`),
      ...strayNotes(strays),
    ],
  }
}

/** The proposal of a component whose keys are the source texts. */
export function proposalOfSources(set: FileSet, tree: DiscoveryTree, fileFormat: string): Proposal {
  return bilingualProposal(set, tree, {
    fileFormat,
    sourceLanguage: tree.sourceLanguage,
    notes: ['there is no template, as the keys are the source texts'],
  })
}

function hasSources(set: FileSet, tree: DiscoveryTree, format: EntryReader): boolean {
  if (!isBilingualSet(set, tree)) return false
  for (const { path } of set.files) {
    const entries = tree.contents.entries(path, format, 'bilingual')
    if (!entries?.length) continue
    const sentences = entries.filter(({ source }) => /\S\s+\S/.test(source))
    return sentences.length * 2 >= entries.length
  }
  return false
}

/**
 * Two words, a word beside a placeholder, one that begins as sentences do, or letters beyond ASCII: no setting, address or
 * number.
 */
const WORDS = /\p{L}\s+[\p{L}{%]|\}\s+\p{L}|^\p{Lu}\p{Ll}*\P{L}*$|[\u0080-\u{10ffff}]/u

/** Whether half of the texts are words. */
export function hasWords(entries: readonly Entry[]): boolean {
  return entries.filter(({ target }) => WORDS.test(target)).length * 2 >= entries.length
}
