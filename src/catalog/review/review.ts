import { groupBy } from '../../group-by.ts'
import type { HistoryAskOptions, HistoryOf } from '../../history/component-history.ts'
import type { People } from '../../history/people/people.ts'
import { placeOf } from '../../model/paths.ts'
import { newAlertsOf } from '../compare.ts'
import type { AskAbout } from '../component-work.ts'
import { askPairs, type ComponentPair } from '../read-differences.ts'
import { REASONS, type ReviewedString, sortByRisk, sortReasons } from './reason.ts'
import { type ReviewedComponent, type ReviewedLanguage, reviewWork } from './review-component.ts'
import { type ReviewedHistory, type ReviewedWork, reviewHistoryWork } from './review-history.ts'

/** An author, and how much they wrote. */
export interface ReviewedAuthor {
  readonly author: string
  /** Whether they had written nothing in the component before. */
  readonly isFirst: boolean
  readonly commits: number
  readonly strings: number
  /** Codes of languages, in the order of the commits. */
  readonly languages: readonly string[]
}

/** A commit that wrote hundreds of strings, as scripts and machine translation do. */
export interface BulkCommit {
  readonly commit: string
  /** Null if authors are hidden. */
  readonly author: string | null
  /** ISO 8601. */
  readonly date: string
  readonly strings: number
  readonly languages: number
}

/** What a maintainer who reads none of the languages should know about a change before merging it. */
export interface Review {
  readonly languages: readonly (ReviewedLanguage & { readonly component: string })[]
  /** Authors, the busiest first; null if the history is not known or authors are hidden. */
  readonly authors: readonly ReviewedAuthor[] | null
  readonly bulk: readonly BulkCommit[]
  /** New alerts, such as files that no longer parse: their strings cannot be reviewed. */
  readonly newAlerts: ReturnType<typeof newAlertsOf>
  /** Strings that deserve a look, the riskiest first. */
  readonly strings: readonly ReviewedString[]
}

interface ReviewOptions {
  readonly askAbout: AskAbout
  readonly historyOf: HistoryOf
  /** The people of the later view. */
  readonly people: People
  readonly asking?: Omit<HistoryAskOptions, 'background'>
}

/** Number of strings that is unusual for a person in one commit. */
const BULK = 200

/**
 * Reviews components between two commits. Known histories add who wrote what and which texts came back. Rejects as
 * `AskAbout` and `AskHistories` do.
 */
export async function readReview(
  pairs: readonly ComponentPair[],
  options: ReviewOptions,
): Promise<Review> {
  const { askAbout, asking } = options
  const reviewed = await askPairs(reviewWork, pairs, {}, { askAbout, ...asking })
  const languages: Review['languages'][number][] = []
  const strings: ReviewedString[] = []
  const works: NamedWork[] = []
  let isKnown = true
  for (const [index, { before, after }] of pairs.entries()) {
    const texts = reviewed[index]
    const component = after ?? before
    if (texts === undefined || component === undefined || texts.languages.length === 0) continue
    const history = await readHistory({ before, after }, texts, options)
    isKnown &&= history !== undefined
    for (const work of history?.works ?? []) {
      const { author } = options.people.of(component, work.commit)
      works.push({ ...work, author: author?.fullName })
    }
    const place = placeOf(component)
    languages.push(...texts.languages.map((language) => ({ component: place, ...language })))
    strings.push(...withReverts(texts.strings, history))
  }
  const areNamed = works.every(({ author }) => author !== undefined)
  return {
    languages,
    authors: isKnown && areNamed ? authorsOf(works) : null,
    bulk: bulkOf(works),
    newAlerts: pairs.flatMap(({ before, after }) => newAlertsOf(before, after)),
    strings: sortByRisk(strings),
  }
}

async function readHistory(
  { before, after }: ComponentPair,
  { reworded }: ReviewedComponent,
  { historyOf, asking }: ReviewOptions,
): Promise<ReviewedHistory | undefined> {
  const [base, head] = [before, after].map((component) => {
    const history = component && historyOf(component)
    return history && { component, history }
  })
  if (base === undefined || head === undefined) return undefined
  return head.history.ask(reviewHistoryWork, [head, base], reworded, asking)
}

function withReverts(
  strings: readonly ReviewedString[],
  history: ReviewedHistory | undefined,
): readonly ReviewedString[] {
  const commits = new Map(
    history?.reverts.map((revert) => [`${revert.language} ${revert.checksum}`, revert.commit]),
  )
  return strings.map((string) => {
    const commit = commits.get(`${string.language} ${string.checksum}`)
    if (commit === undefined) return string
    const message = `The text returns to an older version, which ${commit.slice(0, 12)} had replaced.`
    const reasons = sortReasons([...string.reasons, { kind: 'reverted', message, commit }])
    return { ...string, reasons, risk: REASONS[reasons[0]!.kind] }
  })
}

interface NamedWork extends ReviewedWork {
  readonly author: string | undefined
}

function authorsOf(works: readonly NamedWork[]): ReviewedAuthor[] {
  const authors = [...groupBy(works, ({ author = '' }) => author)].map(([author, written]) => ({
    author,
    isFirst: written.every(({ isFirst }) => isFirst),
    commits: new Set(written.map(({ commit }) => commit)).size,
    strings: written.reduce((sum, { strings }) => sum + strings, 0),
    languages: [...new Set(written.map(({ language }) => language))],
  }))
  return authors.sort((a, b) => b.strings - a.strings)
}

function bulkOf(works: readonly NamedWork[]): BulkCommit[] {
  return [...groupBy(works, ({ commit }) => commit)].flatMap(([commit, written]): BulkCommit[] => {
    const strings = written.reduce((sum, work) => sum + work.strings, 0)
    const [{ author = null, seconds }] = written as [NamedWork]
    if (strings < BULK) return []
    return [
      {
        ...{ commit, strings, author },
        date: new Date(1000 * seconds).toISOString(),
        languages: new Set(written.map(({ language }) => language)).size,
      },
    ]
  })
}
