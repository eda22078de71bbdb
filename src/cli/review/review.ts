import { type Review, type ReviewedPair, readReview } from '../../catalog/review/review.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import { parseRange } from '../../git/revision.ts'
import type { Arguments } from '../command.ts'
import { CANNOT_READ } from '../exit-code.ts'
import { compareBoth, compareWithBase } from '../former/former.ts'
import { openTarget } from '../open-target.ts'
import { print } from '../output/print.ts'
import { readingHistory } from '../output/progress.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'
import { warn } from '../output/warn.ts'
import { resolveIn } from '../repository.ts'
import { createTranslationTest, type Selection, select, unreadIn } from '../selection.ts'
import { findTarget, type Target } from '../target.ts'
import { reviewMarkdown } from './markdown.ts'
import { reviewText } from './text.ts'

/** What `gitglot review --format json` prints. */
export interface ReviewSummary extends Review {
  /** A commit id. */
  readonly base: string
  /** A commit id; null for the files on disk. */
  readonly head: string | null
}

/** Prints a review of what changed between two commits. Resolves and throws as `diff`. */
export async function review({ operands, values }: Arguments): Promise<number> {
  const [given = 'HEAD'] = operands
  const { base, head } = parseRange(given) ?? { base: given, head: undefined }
  const { config: configFile, component, language, format } = values
  const target = await findTarget({ configFile })
  const { summary, unread } = await reviewTarget(target, { base, head, component, language })
  const screen = screenOf(process.stdout)
  const text =
    format === 'json'
      ? printableJson(summary)
      : format === 'markdown'
        ? reviewMarkdown(summary)
        : reviewText(summary, screen)
  print(`${text}\n`)
  return unread.length > 0 ? CANNOT_READ : 0
}

interface ReviewOptions extends Selection {
  readonly base: string
  /** Default: the files on disk, where there is a work tree, else `HEAD`. */
  readonly head?: string | undefined
}

/** Reviews the selected components and languages. Warns of what cannot be read; throws as `diff`. */
export async function reviewTarget(
  target: Target,
  { base, head, ...selection }: ReviewOptions,
): Promise<{ readonly summary: ReviewSummary; readonly unread: readonly string[] }> {
  const path = target.place?.path ?? '.'
  const isOnDisk = head === undefined && target.place?.folder !== undefined
  const baseOid = await resolveIn(path, base)
  const headOid = isOnDisk ? null : await resolveIn(path, head ?? 'HEAD')
  const compared = await compareWithBase(target, baseOid, headOid ?? undefined)
  const opened = await openTarget(compared.target, { fromWorkTree: isOnDisk, wantsOutdated: true })
  try {
    const before = await opened.view(baseOid, compared.formerly)
    const after = await opened.view(headOid ?? undefined)
    // A component or language may be in one view only.
    const both = { ...after, projects: [...after.projects, ...before.projects] }
    const selected = select(both, selection)
    const chosen = new Set(selected.map(({ component }) => component))
    const pairs = compareBoth(compared, before, after).filter((one) =>
      [one.before, one.after].some((side) => side && chosen.has(side)),
    )
    const old = new Set(componentsOf(before))
    const unread = unreadIn(selected.filter(({ component }) => !old.has(component)))
    for (const message of unread) warn(message)
    const { historyOf } = opened
    const people = await opened.people(after)
    const found = await readingHistory(() => readReview(pairs, { historyOf, people }))
    const { language } = selection
    const isWanted = language === undefined ? undefined : createLanguageFilter(language, pairs)
    return {
      summary: { base: baseOid, head: headOid, ...withLanguage(found, isWanted) },
      unread,
    }
  } finally {
    await opened.close()
  }
}

/** A test for the codes that a language has in components. */
function createLanguageFilter(
  language: string,
  pairs: readonly ReviewedPair[],
): (code: string) => boolean {
  const isWanted = createTranslationTest(language)
  const sides = pairs.flatMap(({ before, after }) => [before, after])
  const translations = sides.flatMap((one) => one?.translations.filter(isWanted) ?? [])
  const codes = new Set(translations.map((one) => one.language.code))
  return (code) => codes.has(code)
}

function withLanguage(review: Review, isWanted: ((code: string) => boolean) | undefined): Review {
  if (isWanted === undefined) return review
  const { authors, languages, strings } = review
  return {
    ...review,
    languages: languages.filter((one) => isWanted(one.language)),
    authors: authors === null ? null : authors.filter((one) => one.languages.some(isWanted)),
    strings: strings.filter((one) => isWanted(one.language)),
  }
}
