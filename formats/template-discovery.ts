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
import type { EntryReader } from './entry.ts'

/** What tells a format's files with a template from other files with that extension. */
interface TemplateRule {
  readonly files: RegExp
  /** Where translations of the format are. */
  readonly masks: RegExp
  /** Id of the format of some files; undefined where they are something else. */
  formatOf(paths: readonly string[], contents: Contents): string | undefined
}

/**
 * Finds components of keys and texts. To be no data, files need a template whose keys they share, and several languages,
 * or one whose code is no word beside a template without a code.
 */
export function templateRule({ files, masks, formatOf }: TemplateRule): DiscoveryRule {
  return {
    files,
    find(tree, format) {
      const sets = tree.sets(tree.paths, { masks })
      const proposals = sets.flatMap((set) => propose(set, tree, { format, formatOf }) ?? [])
      return { proposals, nearMisses: [] }
    },
  }
}

function propose(
  set: FileSet,
  tree: DiscoveryTree,
  { format, formatOf }: Pick<TemplateRule, 'formatOf'> & { readonly format: EntryReader },
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
