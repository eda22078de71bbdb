import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { HistoryRow } from '../../git/history/history.ts'
import {
  findLanguage,
  type Language,
  languageForCode,
  parseAliases,
} from '../../languages/language.ts'
import { parsePythonRegExp, testTexts } from '../../python-regexp.ts'
import { codeInPath } from '../filemask.ts'

/** The code in a path and the language that it stands for. */
interface PathLanguage {
  readonly code: string
  readonly language: Language
}

/**
 * Says of paths, whether they are there now or were once, which language of a component they hold; undefined for paths
 * that are no translation. Unlike `matchFiles` it sees each path alone: of two files of a language both count.
 */
export function createPathLanguages(
  project: ProjectConfig,
  config: ComponentConfig,
): (path: string) => PathLanguage | undefined {
  const { filemask, template, intermediate, sourceLanguage, languageRegex } = config
  const aliases = parseAliases(project.languageAliases)
  const expression = parsePythonRegExp(languageRegex)
  const source = languageForCode(sourceLanguage)
  const known = new Map<string, PathLanguage | undefined>()

  function find(path: string): PathLanguage | undefined {
    if (template !== '' && path === template) return { code: source.code, language: source }
    const code = path === intermediate ? undefined : codeInPath(filemask, path)
    if (code === undefined || code === 'source') return undefined
    if (testTexts(expression, [code])?.[0] !== true) return undefined
    const language = findLanguage(code, { aliases, sourceLanguage: source.code })
    return language && { code, language }
  }

  return (path) => {
    if (!known.has(path)) known.set(path, find(path))
    return known.get(path)
  }
}

/** The same for paths that files were moved from, by the rows of their moves: they hold the language of where they went. */
export function throughMoves(
  languageOf: (path: string) => PathLanguage | undefined,
  rows: Iterable<Pick<HistoryRow, 'path' | 'from'>>,
): (path: string) => PathLanguage | undefined {
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
      const found = languageOf(place)
      if (found !== undefined) return found
      seen.add(place)
      place = moves.get(place)
    }
    return undefined
  }
}
