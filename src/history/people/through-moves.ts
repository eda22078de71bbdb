import type { HistoryRow } from '../../git/history/history.ts'
import type { MatchedFile } from '../../reading/filemask.ts'

/** Returns the language code of a path; undefined if it holds none. */
export type LanguageOf = (path: string) => Pick<MatchedFile, 'code' | 'language'> | undefined

/** Also covers paths that files were moved from: they hold the language of the new path. */
export function throughMoves(
  languageOf: LanguageOf,
  rows: Iterable<Pick<HistoryRow, 'path' | 'from'>>,
): LanguageOf {
  const moves = new Map<string, string>()
  for (const { path, from } of rows) {
    if (from !== undefined && languageOf(from) === undefined) moves.set(from, path)
  }
  if (moves.size === 0) return languageOf
  return (path) => {
    // A file may have been moved back.
    const seen = new Set<string>()
    let place: string | undefined = path
    while (place !== undefined && !seen.has(place)) {
      const language = languageOf(place)
      if (language !== undefined) return language
      seen.add(place)
      place = moves.get(place)
    }
    return undefined
  }
}
