import type { FileTree } from '../catalog/reading/file-tree.ts'
import type { Contents } from './contents.ts'
import type { FileSet, SetFile } from './file-set.ts'

/** A component before it has a name. Paths and codes as in a configuration. */
export interface Proposal {
  readonly fileFormat: string
  readonly filemask: string
  /** `''`: bilingual. */
  readonly template: string
  readonly intermediate: string
  readonly sourceLanguage: string
  /** `''`: the default, all codes without a dot. */
  readonly languageRegex: string
  readonly isGlossary: boolean
  /** Codes of the languages, the template's not counted. */
  readonly languages: readonly string[]
  /** Clauses about why it is so and what to know, each in lower case without a full stop. */
  readonly notes: readonly string[]
}

/** What looks like a component and is none, with the reason in a sentence. */
export interface NearMiss {
  /** A filemask, a path or a directory. */
  readonly filemask: string
  readonly explanation: string
}

/** Where the components of one format are looked for. */
export interface FormatOptions {
  readonly tree: FileTree
  readonly sets: readonly FileSet[]
  readonly contents: Contents
  readonly sourceLanguage: string
}

/** What the rules of one format make of the files. */
export interface Findings {
  readonly proposals: readonly Proposal[]
  readonly nearMisses: readonly NearMiss[]
}

/** The regular expression that keeps files out whose name is no code (`index.json` beside `de.json`); `''` for none. */
export function languageRegexFor(strays: readonly SetFile[]): string {
  const names = [...new Set(strays.map(({ code }) => code))].filter((name) => !name.includes('.'))
  if (names.length === 0) return ''
  const escaped = names.map((name) => name.replace(/[^\p{L}\p{N}_ -]/gu, '\\$&'))
  const regex = `^(?!(?:${escaped.join('|')})$)[^.]+$`
  return regex.length <= 500 ? regex : ''
}

/** What `splitOthers` found among the files whose name is no code. */
interface Others {
  /** Those that share the keys of the template: translations under an unusual code. */
  readonly translations: readonly SetFile[]
  readonly strays: readonly SetFile[]
}

/** Tells the files of a set whose name is no code apart by what they hold. */
export function splitOthers(
  set: FileSet,
  { contents, template, intermediate, format }: SameContentOptions & { intermediate: string },
): Others {
  const others = set.others.filter(({ path }) => path !== template && path !== intermediate)
  const isTranslation = ({ path }: SetFile) =>
    sharesKeys(contents.keys(template, format), contents.keys(path, format)) === true
  return {
    translations: others.filter(isTranslation),
    strays: others.filter((file) => !isTranslation(file)),
  }
}

interface SameContentOptions {
  readonly contents: Contents
  readonly template: string
  readonly format: string
}

/** Whether most translations share keys with the template (rule 3). Files of which nothing is known do not count. */
export function isSameContent(
  paths: readonly string[],
  { contents, template, format }: SameContentOptions,
): boolean {
  const keys = contents.keys(template, format)
  const answers = paths
    .filter((path) => path !== template)
    .map((path) => sharesKeys(keys, contents.keys(path, format)))
  const alike = answers.filter((answer) => answer === true).length
  return alike >= answers.filter((answer) => answer === false).length
}

/** Whether at least half of the keys of the smaller side are on the other one, too; undefined when a side has none. */
function sharesKeys(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): boolean | undefined {
  if (!a?.size || !b?.size) return undefined
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const key of small) if (large.has(key)) shared += 1
  return shared * 2 >= small.size
}

/** The codes in the names of the files, without some of them. */
export function codesBut(files: readonly SetFile[], ...without: readonly string[]): string[] {
  return files.filter(({ path }) => !without.includes(path)).map(({ code }) => code)
}
