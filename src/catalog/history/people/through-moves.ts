import type { HistoryRow } from '../../../git/history/history.ts'
import type { MatchedFile } from '../../reading/filemask.ts'

/** Says of a path which language it holds; undefined where it holds none. */
export type LanguageOf = (path: string) => Pick<MatchedFile, 'code' | 'language'> | undefined

/** Says it also of paths that files were moved from, by the rows of their moves: they hold the language of where they went. */
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
    // A file may have gone back to where it came from.
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
