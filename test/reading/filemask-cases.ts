import { readFileSync } from 'node:fs'
import { parseAliases } from '../../src/languages/language.ts'
import { type FileTree, fileTreeOfPaths } from '../../src/reading/file-tree.ts'
import {
  type MatchedFile,
  type Matches,
  type MatchOptions,
  matchFiles,
} from '../../src/reading/filemask.ts'

interface Row {
  readonly path: string
  readonly code: string
}

export interface FilemaskCase {
  readonly id: string
  readonly about: string
  readonly filemask: string
  readonly template: string
  readonly intermediate?: string
  readonly language_regex: string
  readonly language_aliases?: string
  readonly source_language?: string
  readonly file_format: string
  readonly files: readonly string[]
  readonly symlinks?: Readonly<Record<string, string>>
  readonly error?: string
  readonly matches?: readonly Row[]
  readonly translations?: readonly object[]
  readonly duplicates?: readonly object[]
}

/** Cases whose result differs on purpose. */
export const exceptions: Readonly<Record<string, string>> = {
  f038: 'an expression that does not compile is an error, worded differently',
  f044: 'the form refuses this mask: a configuration error',
  f045: 'the form refuses this mask: a configuration error',
  f046: 'the form refuses this mask: a configuration error',
  f082: 'the code that is too long is skipped, the good ones stay',
  f091: 'Git holds no empty folders, only files match',
  f097: 'the link that leaves the repository is skipped, the good files stay',
  f114: 'the form refuses this mask: a configuration error',
}

export function readFilemaskCases(path: string | URL): FilemaskCase[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { cases: FilemaskCase[] }).cases
}

export function treeOf(row: Pick<FilemaskCase, 'files' | 'symlinks'>): FileTree {
  const links = Object.entries(row.symlinks ?? {}).map(([path, link]) => ({ path, link }))
  return fileTreeOfPaths([...row.files.map((path) => ({ path })), ...links])
}

export function optionsOf(row: FilemaskCase): MatchOptions {
  return {
    filemask: row.filemask,
    template: row.template,
    intermediate: row.intermediate ?? '',
    isMonolingual: row.file_format !== 'tbx' && row.template !== '',
    languageRegex: row.language_regex,
    languageAliases: parseAliases(row.language_aliases ?? ''),
    sourceLanguage: row.source_language ?? 'en',
  }
}

/**
 * What a case expects, and what the mask gives: ordered files with their languages, duplicates and ignored files, or the
 * error in its expression.
 */
export function compareFilemask(row: FilemaskCase): { expected: unknown; actual: unknown } {
  let matches: Matches
  try {
    matches = matchFiles(treeOf(row), optionsOf(row))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { expected: row.error ?? row.translations, actual: error.message }
  }
  const { files, duplicates, ignored } = matches
  const paths = new Set(row.matches?.map(({ path }) => path))
  return {
    expected: {
      translations: row.translations,
      duplicates: row.duplicates ?? [],
      ignored: [],
      sources: 1,
    },
    actual: {
      translations: files.map(plain),
      duplicates: duplicates.map((one) => ({ ...plain(one), kept: one.first.path })),
      ignored: ignored.filter(({ path }) => paths.has(path)),
      sources: files.filter(({ isSource }) => isSource).length,
    },
  }
}

function plain(file: Pick<MatchedFile, 'path' | 'code' | 'language'>): object {
  return { filename: file.path, language_code: file.code, language: file.language.code }
}
