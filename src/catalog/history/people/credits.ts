import type { Progress } from '../../../engine/work.ts'
import type { HistoryRows } from '../../../git/history/history.ts'
import type { Language } from '../../../languages/language.ts'
import type { Author } from '../../../people/directory.ts'
import type { Store } from '../../../storage/store.ts'
import type { Component } from '../../model.ts'
import { pathMatcherOf } from '../../reading/path-matcher.ts'
import { formatOf } from '../../reading/translation-file.ts'
import type { ComponentHistory } from '../component-history.ts'
import type { Derivation } from '../derive.ts'
import type { ReadCommitPeople } from './commit-people.ts'
import { type Contribution, findContributions } from './contributions.ts'
import { throughMoves } from './through-moves.ts'
import { createUnitCounter } from './unit-counter.ts'

/** The people of one commit that are known. */
export interface CommitAuthors {
  readonly author: Author | undefined
  readonly coAuthors: readonly Author[]
}

/** How many units somebody translated in one language of a component. */
export interface Credit {
  readonly author: Author
  readonly component: Component
  readonly language: Language
  readonly units: number
}

/** What credits are narrowed to. Times are of commits, in seconds since 1970, inclusive. */
export interface CreditFilter {
  readonly from?: number
  readonly to?: number
  readonly languageCode?: string
  readonly author?: Author
}

/** A component and the commits that changed its files, parents before children. */
export interface CreditedComponent {
  readonly component: Component
  readonly history: ComponentHistory
  readonly rows: HistoryRows
  readonly people: ReadCommitPeople
}

/** What the commits of a component translated, by language and author. */
export function creditsOf(
  credited: CreditedComponent,
  {
    filter,
    of,
    store,
  }: {
    filter: CreditFilter
    of: (commit: string) => CommitAuthors
    store: Store
  },
): Credit[] {
  const { component } = credited
  const { author } = filter
  const languageOf = languagesOf(credited)
  const peopleOf = (commit: string) => {
    const found = of(commit)
    const all = found.author === undefined ? found.coAuthors : [found.author, ...found.coAuthors]
    return all.filter((one) => (author === undefined ? !one.isBot : one === author))
  }
  const contributions = contributionsOf(credited, {
    ...filter,
    store,
    isWanted: (commit) => peopleOf(commit).length > 0,
  })
  const sums = new Map<string, Credit>()
  for (const { commit, path, units } of contributions) {
    const language = languageOf(path)?.language
    if (language === undefined) continue
    for (const one of peopleOf(commit)) {
      const key = `${language.code} ${one.userName}`
      const sum = (sums.get(key)?.units ?? 0) + units
      sums.set(key, { author: one, component, language, units: sum })
    }
  }
  return [...sums.values()]
}

/** What the commits of a component that are asked for did to its files, parents before children. */
export function contributionsOf(
  credited: Omit<CreditedComponent, 'people'>,
  {
    from = -Infinity,
    to = Infinity,
    languageCode,
    isWanted = () => true,
    store,
    progress,
  }: Pick<Extract<Derivation, { name: 'credits' }>, 'from' | 'to' | 'languageCode'> & {
    readonly isWanted?: (commit: string) => boolean
    readonly store: Store
    readonly progress?: Progress
  },
): Contribution[] {
  const { component, history, rows } = credited
  const { config } = component
  const languageOf = languagesOf(credited)
  return findContributions({
    rows,
    counter: createUnitCounter({
      repository: history.repository,
      format: formatOf(config),
      isMonolingual: config.template !== '',
      store,
    }),
    progress,
    codeOf: (path) => languageOf(path)?.code,
    isWanted: ({ commit, timestamp, path }) =>
      timestamp >= from &&
      timestamp <= to &&
      (languageCode === undefined || languageOf(path)?.language.code === languageCode) &&
      isWanted(commit),
  })
}

function languagesOf({
  component: { config, project },
  rows,
}: Pick<CreditedComponent, 'component' | 'rows'>): ReturnType<typeof throughMoves> {
  return throughMoves(pathMatcherOf({ config, project: project.config }), rows)
}
