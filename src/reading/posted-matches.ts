import { languageForCode } from '../languages/language.ts'
import type { DuplicateFile, MatchedFile, Matches, MatchOptions } from './filemask.ts'

/** Matches as threads post them: without `Language` objects, which each thread has of its own. */
export type PostedMatches = Omit<Matches, 'base' | 'files' | 'duplicates'> & {
  readonly base: PostedFile | undefined
  readonly files: readonly PostedFile[]
  readonly duplicates: readonly (Pick<DuplicateFile, 'path' | 'code'> & {
    readonly first: number
  })[]
}

type PostedFile = Omit<MatchedFile, 'language'>

export function postMatches({ base, files, duplicates, ...matches }: Matches): PostedMatches {
  const indexes = new Map(files.map((file, index) => [file, index]))
  return {
    ...matches,
    base: base && postFile(base),
    files: files.map(postFile),
    duplicates: duplicates.map(({ path, code, first }) => ({
      path,
      code,
      first: indexes.get(first)!,
    })),
  }
}

function postFile({ language: _, ...file }: MatchedFile): PostedFile {
  return file
}

/** Restores the argument of `postMatches`, given the same options. */
export function openMatches(
  { base, files: posted, duplicates, ...matches }: PostedMatches,
  { languageAliases: aliases, sourceLanguage }: MatchOptions,
): Matches {
  const source = languageForCode(sourceLanguage)
  const options = { aliases, sourceLanguage: source.code }
  const open = (file: PostedFile): MatchedFile => ({
    language: file.isSource ? source : languageForCode(file.code, options),
    ...file,
  })
  const files = posted.map(open)
  return {
    ...matches,
    base: base && open(base),
    files,
    duplicates: duplicates.map(({ path, code, first }) => {
      return { path, code, language: languageForCode(code, options), first: files[first]! }
    }),
  }
}
