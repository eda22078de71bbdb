import {
  type Contents,
  codesBut,
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  isSameContent,
  languageRegexFor,
  type Proposal,
  splitOthers,
  strayNotes,
} from './discovery.ts'
import type { Entry, EntryReader } from './entry.ts'

/** What tells a format's files with a template from other files with that extension. */
interface TemplateRule {
  readonly files: RegExp
  /** Where translations of the format are. */
  readonly masks: RegExp
  /** Id of the format of some files; undefined where they are something else. */
  formatOf(paths: readonly string[], contents: Contents): string | undefined
  /** Whether such files are mostly data: then half of the texts must be words, unless the folder says so. */
  readonly needsWords?: boolean
}

type Judgement = Pick<TemplateRule, 'formatOf' | 'needsWords'> & { readonly format: EntryReader }

/**
 * Finds components of keys and texts. To be no data, files need a template whose keys they share, and several languages,
 * or one whose code is no word beside a template without a code.
 */
export function templateRule({ files, masks, ...rule }: TemplateRule): DiscoveryRule {
  return {
    files,
    find(tree, format) {
      const sets = tree.sets(tree.paths, { masks })
      const proposals = sets.flatMap((set) => propose(set, tree, { format, ...rule }) ?? [])
      return { proposals, nearMisses: [] }
    },
  }
}

function propose(
  set: FileSet,
  tree: DiscoveryTree,
  { format, formatOf, needsWords = false }: Judgement,
): Proposal | undefined {
  const { contents } = tree
  const found = tree.findTemplate(set, format)
  if (found === undefined) return undefined
  const { path: template, sourceLanguage, reason } = found
  const paths = set.files.map(({ path }) => path).filter((path) => path !== template)
  const isCertain =
    set.strength === 'set' ||
    set.files.some(({ path, code }) => path !== template && !tree.isAmbiguous(code))
  const fileFormat = formatOf([template, ...paths], contents)
  if (!isCertain || fileFormat === undefined || !contents.keys(template, format)?.size) {
    return undefined
  }
  const isData = needsWords && !tree.isInTranslationDirectory(set.filemask)
  if (isData && !hasWords(contents.entries(template, format) ?? [])) return undefined
  if (!isSameContent(paths, { contents, template, format })) return undefined
  const { translations, strays } = splitOthers(set, {
    contents,
    template,
    intermediate: '',
    format,
  })
  return {
    fileFormat,
    filemask: set.filemask,
    template,
    intermediate: '',
    newBase: '',
    sourceLanguage,
    languageRegex: languageRegexFor(strays),
    isGlossary: false,
    languages: codesBut([...set.files, ...translations], template),
    notes: [`the template is ${template}, ${reason}`, ...strayNotes(strays)],
  }
}

/**
 * Two words, a word beside a placeholder, one that begins as sentences do, or letters beyond ASCII: no setting, address or
 * number.
 */
const WORDS = /\p{L}\s+[\p{L}{%]|\}\s+\p{L}|^\p{Lu}\p{Ll}*\P{L}*$|[\u0080-\u{10ffff}]/u

function hasWords(entries: readonly Entry[]): boolean {
  return entries.filter(({ target }) => WORDS.test(target)).length * 2 >= entries.length
}
