import type { Tools } from '../../engine/work.ts'
import { ParseError, RepositoryError, unless } from '../../errors.ts'
import type { HistoryRow, HistoryRows } from '../../git/history/history.ts'
import { commitsSince } from '../../git/revision.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { rememberAnswer } from '../../history/answer.ts'
import { historyWork } from '../../history/ask.ts'
import type { LoggedComponent } from '../../history/component-history.ts'
import { logKey } from '../../history/past.ts'
import { createCommitPeople } from '../../history/people/commit-people.ts'
import {
  findContributions,
  type LanguagesOf,
  languagesInFiles,
} from '../../history/people/contributions.ts'
import { committedTip } from '../../history/timeline/uncommitted.ts'
import { createEntryReader } from '../../history/unit-history/entry-reader.ts'
import { keyOf } from '../../people/identity.ts'
import type { RewordedString } from './review-component.ts'

/** The strings that a commit wrote in one language of a component. */
export interface ReviewedWork {
  readonly commit: string
  /** In seconds since 1970. */
  readonly seconds: number
  /** Whether this is its author's first commit in the component; false for uncommitted changes. */
  readonly isFirst: boolean
  readonly language: string
  readonly strings: number
}

/** A text that came back: checksum and language of its string, and the commit that had replaced it. */
export interface Revert {
  readonly language: string
  readonly checksum: string
  readonly commit: string
}

/** What the history says about a change. */
export interface ReviewedHistory {
  readonly works: readonly ReviewedWork[]
  readonly reverts: readonly Revert[]
}

/** Returns who changed a component between its base and its head, and which texts came back. */
export const reviewHistoryWork = historyWork(
  'review-history',
  async ([head, base], reworded: readonly RewordedString[], tools): Promise<ReviewedHistory> => {
    const { history: before } = base!
    // Every page of a review asks the same question.
    const question = [logKey(before), before.timeline.tip, reworded]
    return rememberAnswer(head!.history, 'review-history', question, async () => {
      const rows = await head!.history.rows('ancestors-moves')
      const former = [...(await before.rows('ancestors-moves'))]
      return findHistory(head!, rows, { former, base: before.place.commit }, reworded, tools)
    })
  },
)

/** `rows` are those behind the head, `former` those behind the base, the oldest first. */
function findHistory(
  head: LoggedComponent,
  rows: HistoryRows,
  { former, base }: { readonly former: readonly HistoryRow[]; readonly base: string },
  reworded: readonly RewordedString[],
  tools: Pick<Tools, 'store' | 'progress'>,
): ReviewedHistory {
  const { component, history } = head
  const { repository } = history
  const formerCommits = new Set(former.map(({ commit }) => commit))
  const languagesOf = languagesInFiles(head, rows)
  const peopleOf = createCommitPeople(repository, component.commit!)
  // The base may have had its files elsewhere, so not all commits behind it are among its rows.
  const newCommits = commitsSince(repository, base, [committedTip(component.commit!) ?? base])
  const isNew = ({ commit }: HistoryRow) =>
    !formerCommits.has(commit) && (commit === WORK_TREE_OID || newCommits.has(commit))
  const contributions = findContributions(head, rows, languagesOf, isNew, tools)
  const authors = new Set<string>()
  for (const commit of formerCommits) {
    for (const person of peopleOf(commit)) authors.add(keyOf(person))
  }
  const works = contributions.flatMap(({ commit, language, units }): ReviewedWork[] => {
    const [author] = peopleOf(commit)
    if (author === undefined) return []
    const seconds = repository.readCommit(commit).committer.timestamp
    // The author of uncommitted changes stands for whoever commits them.
    const isFirst = commit !== WORK_TREE_OID && !authors.has(keyOf(author))
    return [{ commit, seconds, isFirst, language: language.code, strings: units }]
  })
  return { works, reverts: findReverts(head, reworded, former, languagesOf) }
}

/** Most versions of a file that are searched; older ones are ignored. */
const MAX_VERSIONS = 1000

function findReverts(
  { history }: LoggedComponent,
  reworded: readonly RewordedString[],
  rows: readonly HistoryRow[],
  languagesOf: LanguagesOf,
): Revert[] {
  const open = new Map<string, Map<string, RewordedString>>()
  for (const string of reworded) {
    const strings = open.get(string.language) ?? new Map<string, RewordedString>()
    open.set(string.language, strings.set(string.name, string))
  }
  const read = createEntryReader(history)
  const targetsIn = (oid: string, code: string): ReadonlyMap<string, string> =>
    unless(() => read(oid, code).targets(), ParseError, RepositoryError) ?? new Map()
  const versionCounts = new Map<string, number>()
  const reverts: Revert[] = []
  for (const { commit, path, old, new: next } of rows.toReversed()) {
    const count = versionCounts.get(path) ?? 0
    const languages = languagesOf(path).filter(({ language }) => open.get(language.code)?.size)
    if (languages.length === 0) continue
    if (old === undefined || next === undefined || old === next || count >= MAX_VERSIONS) continue
    versionCounts.set(path, count + 1)
    for (const { code, language } of languages) {
      const strings = open.get(language.code)!
      const now = targetsIn(next, code)
      for (const [name, target] of targetsIn(old, code)) {
        const string = strings.get(name)
        const replaced = now.get(name)
        if (string === undefined || target !== string.after) continue
        if (replaced === undefined || replaced === '' || replaced === string.after) continue
        reverts.push({ language: string.language, checksum: string.checksum, commit })
        strings.delete(name)
      }
    }
  }
  return reverts
}
