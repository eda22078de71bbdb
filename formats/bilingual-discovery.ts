import {
  codesBut,
  type DiscoveryTree,
  type FileSet,
  languageRegexFor,
  namesWithoutCode,
  type Proposal,
  strayNotes,
} from './discovery.ts'

/** What a rule knows of a set of files that hold source texts and translations side by side. */
interface BilingualOptions {
  readonly fileFormat: string
  /** `''`: none. */
  readonly newBase: string
  readonly sourceLanguage: string
  readonly isGlossary?: boolean
  /** Clauses before those about the base and the names of files. */
  readonly notes: readonly string[]
}

/** The proposal of a component without a template. A file of the source language is no translation. */
export function bilingualProposal(
  { filemask, files, others }: FileSet,
  { languageOfCode }: DiscoveryTree,
  { notes, isGlossary = false, ...fields }: BilingualOptions,
): Proposal {
  const source = languageOfCode(fields.sourceLanguage)?.code
  const { newBase } = fields
  return {
    ...fields,
    filemask,
    template: '',
    intermediate: '',
    languageRegex: languageRegexFor(others),
    isGlossary,
    languages: codesBut(files.filter(({ language }) => language?.code !== source)),
    notes: [
      ...notes,
      ...(newBase === '' ? [] : [`new languages start from ${newBase}`]),
      ...strayNotes(others),
    ],
  }
}

/**
 * Whether the files of a set are enough for a component without a template: several languages, or one whose code stands
 * alone or is no word.
 */
export function isBilingualSet(
  { strength, filemask, files }: FileSet,
  tree: DiscoveryTree,
): boolean {
  const isWhole = /(?:^|\/)\*(?:\.[^/]*|\/.*)?$/.test(filemask)
  return strength !== 'alone' || isWhole || files.some(({ code }) => !tree.isAmbiguous(code))
}

/** The file named like the mask without a language, which bilingual formats have for the source texts; `''`: none. */
export function baseNamedLike(filemask: string, { isFile }: DiscoveryTree): string {
  return namesWithoutCode(filemask).find(isFile) ?? ''
}
