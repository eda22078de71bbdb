import type { Commit } from '../../git/commit.ts'
import type { HistoryRow } from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import { hasAllLanguages, matchesUnlessBroken } from '../../reading/component.ts'
import { fileTreeOfPaths } from '../../reading/file-tree.ts'
import type { MatchedFile } from '../../reading/filemask.ts'
import { pathMatcherOf } from '../../reading/path-matcher.ts'
import { kindOf, type ReadOptions } from '../../reading/translation-file.ts'
import { groupByCommit } from '../timeline/path-log.ts'

/** A commit, and its changes to its first parent's files. */
export interface CommitRows {
  readonly commit: Commit
  readonly rows: readonly HistoryRow[]
}

/** Groups rows by commit, in their order. Throws RepositoryError. */
export function readCommitRows(rows: Iterable<HistoryRow>, repository: Repository): CommitRows[] {
  return Array.from(groupByCommit(rows), (group) => ({
    commit: repository.readCommit(group[0]!.commit),
    rows: group,
  }))
}

/** A commit's change to a translation. */
export interface TranslationRow extends HistoryRow {
  readonly file: MatchedFile
}

/**
 * Returns a row's change to each translation in its file; none if the new version of a file of all languages is broken.
 * There, an added language has no old blob and a removed one no new blob. Throws RepositoryError.
 */
export function translationRows(
  row: HistoryRow,
  component: Pick<ReadOptions, 'config' | 'project' | 'repository'>,
): readonly TranslationRow[] {
  if (!hasAllLanguages(component.config)) {
    const file = pathMatcherOf(component)(row.path)
    return file !== undefined && 'isTemplate' in file ? [{ ...row, file }] : []
  }
  const filesIn = (oid: string | undefined) => {
    if (oid === undefined) return []
    const tree = fileTreeOfPaths([{ path: row.path, oid }], kindOf(component.config))
    return matchesUnlessBroken(tree, component)?.files
  }
  const after = filesIn(row.new)
  if (after === undefined) return []
  const before = filesIn(row.old)
  if (before === undefined) return after.map((file) => ({ ...row, file }))
  const blobIn = (files: readonly MatchedFile[], { language }: MatchedFile) =>
    files.find((file) => file.language.code === language.code)?.real?.oid
  const gone = before.filter((file) => blobIn(after, file) === undefined)
  return [...after, ...gone].map((file) => {
    return { ...row, file, old: blobIn(before, file), new: blobIn(after, file) }
  })
}

/** The progress of a translation, as Weblate writes it into commit messages. */
interface TranslatedCount {
  readonly translated: number
  readonly total: number
}

const SIGNATURES = ['Translate-URL:', 'using Weblate', 'Currently translated at']

/** Returns whether a Weblate server made a commit. */
export function isWeblateCommit(message: string): boolean {
  return SIGNATURES.some((signature) => message.includes(signature))
}

/** Returns the count in the message of a Weblate's commit; undefined without one. */
export function countInMessage(message: string): TranslatedCount | undefined {
  const [, translated, total] = /\((\d{1,9}) of (\d{1,9}) strings\)/.exec(message) ?? []
  if (translated === undefined) return undefined
  return { translated: Number(translated), total: Number(total) }
}

/**
 * Returns, for each step, the languages that a Weblate committed, unless the language's next step has the same count:
 * of several consecutive commits, only the last count covers all their strings.
 */
export function findLastOfRuns(
  steps: readonly CommitRows[],
  languageOf: (path: string) => string | undefined,
): ReadonlySet<string>[] {
  const next = new Map<string, string>()
  const codes = steps.map((): Set<string> => new Set())
  for (let index = steps.length - 1; index >= 0; index--) {
    const { commit, rows } = steps[index]!
    const count = isWeblateCommit(commit.message) ? countInMessage(commit.message) : undefined
    const text = count === undefined ? '' : `${count.translated} of ${count.total}`
    for (const code of new Set(rows.map(({ path }) => languageOf(path)))) {
      if (code === undefined) continue
      if (text === '' || next.get(code) !== text) codes[index]!.add(code)
      next.set(code, text)
    }
  }
  return codes
}
