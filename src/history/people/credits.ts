import type { Tools } from '../../engine/work.ts'
import type { HistoryRow } from '../../git/history/history.ts'
import type { Language } from '../../languages/language.ts'
import type { Component } from '../../model/model.ts'
import type { Author } from '../../people/author.ts'
import { type Identity, keyOf } from '../../people/identity.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent } from '../component-history.ts'
import { createCommitPeople } from './commit-people.ts'
import { findContributions, languagesInFiles } from './contributions.ts'

/** Number of units that a person translated in one language of a component. */
export interface Credit {
  readonly author: Author
  readonly component: Component
  readonly language: Language
  readonly units: number
}

/** The filter of credits. Times are commit times in seconds since 1970, inclusive. */
export interface CreditFilter {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly languageCode?: string | undefined
  readonly author?: Author
}

interface FoundCredit {
  readonly person: Identity
  readonly language: Language
  readonly units: number
}

/**
 * Counts what the commits of each of some components translated, by language and person, bots included. Parses each
 * version of a file once, since the counts are stored.
 */
export const creditsWork = historyWork(
  'credits',
  async (components, filter: Omit<CreditFilter, 'author'>, tools): Promise<FoundCredit[][]> => {
    const credits: FoundCredit[][] = []
    for (const logged of components) credits.push(await creditsOf(logged, filter, tools))
    return credits
  },
)

async function creditsOf(
  logged: LoggedComponent,
  { from = -Infinity, to = Infinity, languageCode }: Omit<CreditFilter, 'author'>,
  tools: Pick<Tools, 'store' | 'progress'>,
): Promise<FoundCredit[]> {
  const { component, history } = logged
  const rows = await history.rows('ancestors-moves')
  const languagesOf = languagesInFiles(logged, rows)
  const peopleOf = createCommitPeople(history.repository, component.commit!)
  const isWanted = ({ timestamp }: HistoryRow, { code }: Language) =>
    timestamp >= from && timestamp <= to && (languageCode ?? code) === code
  const contributions = findContributions(logged, rows, languagesOf, isWanted, tools)
  const sums = new Map<string, FoundCredit>()
  for (const { commit, language, units } of contributions) {
    for (const person of peopleOf(commit)) {
      const key = `${language.code} ${keyOf(person)}`
      const sum = (sums.get(key)?.units ?? 0) + units
      sums.set(key, { person, language, units: sum })
    }
  }
  return [...sums.values()]
}
