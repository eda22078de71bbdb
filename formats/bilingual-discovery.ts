import {
  codesBut,
  type DiscoveryTree,
  type FileSet,
  languageRegexFor,
  type Proposal,
  type SetFile,
  strayNotes,
} from './discovery.ts'
import type { EntryReader } from './entry.ts'

/**
 * Proposes a component without a template, given what a rule knows of it; clauses about the base and the file names follow
 * the given ones. A file of the source language is not a translation.
 */
export function bilingualProposal(
  { filemask, files, others }: FileSet,
  { languageOfCode }: DiscoveryTree,
  {
    notes,
    ...fields
  }: Pick<Proposal, 'fileFormat' | 'newBase' | 'sourceLanguage' | 'isGlossary' | 'notes'>,
): Proposal {
  const source = languageOfCode(fields.sourceLanguage)?.code
  const { newBase = '' } = fields
  const sourceFiles = files.filter(({ language }) => language?.code === source)
  return {
    ...fields,
    filemask,
    template: '',
    languageRegex: languageRegexFor([...others, ...sourceFiles]),
    languages: codesBut(files.filter((file) => !sourceFiles.includes(file))),
    notes: [
      ...notes,
      ...(newBase === '' ? [] : [`new languages start from ${newBase}`]),
      ...sourceFiles.map(({ path }) => `${path} is of the source language, so it is left out`),
      ...strayNotes(others),
    ],
  }
}

/**
 * Returns whether the files of a set suffice for a component without a template: several languages, or one whose code
 * stands alone or is not a word. A folder above that of the translations is not one file's language.
 */
export function isBilingualSet(
  { strength, filemask, files }: FileSet,
  tree: DiscoveryTree,
): boolean {
  if (strength !== 'alone') return true
  const star = filemask.lastIndexOf('*')
  const [above, below] = [filemask.slice(0, star), filemask.slice(star + 1)]
  const isIn = tree.isInTranslationDirectory
  if (below.startsWith('/') && isIn(below) && !isIn(above)) return false
  const isWhole = /(?:^|\/)\*(?:\.[^/]*|\/.*)?$/.test(filemask)
  return isWhole || files.some(({ code }) => !tree.isAmbiguous(code))
}

/**
 * Proposes a component whose sources are keys. Returns undefined unless many texts of the source language's file differ
 * from their source, which has no spaces, and hardly a source is a sentence. `isOther` says which files
 * declare another language than their name does.
 */
export function keyedProposal(
  set: FileSet,
  { contents, sourceLanguage, languageOfCode }: DiscoveryTree,
  fileFormat: string,
  format: EntryReader,
  isOther: (file: SetFile) => boolean = () => false,
): Proposal | undefined {
  const source = languageOfCode(sourceLanguage)?.code
  const file = set.files.find(({ language }) => language?.code === source)
  if (file === undefined || isOther(file)) return undefined
  const template = file.path
  const entries = contents.entries(template, format, 'bilingual') ?? []
  const sentences = entries.filter(({ source }) => /\s/.test(source))
  const keyed = entries.filter(
    ({ source: key, target }) => target !== '' && target !== key && !/\s/.test(key),
  )
  if (keyed.length <= sentences.length || keyed.length * 3 < entries.length) return undefined
  return {
    fileFormat,
    filemask: set.filemask,
    template,
    sourceLanguage,
    languageRegex: languageRegexFor(set.others),
    languages: codesBut(set.files, template),
    notes: [`the template is ${template}, which has texts for keys`, ...strayNotes(set.others)],
  }
}
