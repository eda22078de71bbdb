import type { Child } from 'hono/jsx'
import type { Figures } from '../../facts/figures.ts'
import type { Component, Translation } from '../../model/model.ts'
import { Spine } from '../components/spine.tsx'
import { readOutdated } from '../outdated.ts'
import type { PageRequest } from '../page.ts'
import { CommitsSection } from './commits.tsx'
import { failingSection } from './failing.tsx'
import { outdatedSection } from './outdated.tsx'
import { PeopleSection } from './people.tsx'
import { TrendSection } from './trend.tsx'

/** What the overview of a place shows besides its history. */
interface OverviewContent {
  readonly components: readonly Component[]
  readonly translations: readonly Translation[]
  readonly figures: Figures
  /** Whether the checks have been run. */
  readonly isRead: boolean
  /** Replaces percentages and states if there are none. */
  readonly instead?: Child
  /** What the place consists of. */
  readonly content: Child
  /** Content after the outdated strings. */
  readonly after?: Child
  /** The label of the column beside the content. */
  readonly label: string
  /** Facts about the place in that column. */
  readonly about?: Child
}

/**
 * Shows the overview of a place: its percentage, states and contents, and beside them failing checks, recent activity
 * and people.
 */
export async function overview(
  request: PageRequest,
  { content, after, label, about, instead, ...counts }: OverviewContent,
): Promise<Child> {
  const { components, translations, figures, isRead } = counts
  const [outdated, trend, commits, people] = await Promise.all([
    readOutdated(request),
    TrendSection(request),
    CommitsSection(request),
    PeopleSection(request),
  ])
  return (
    <>
      {instead || <Spine {...{ request, components, figures, outdated }} />}
      <div class="cols">
        <div>
          {content}
          {outdatedSection(outdated, request)}
          {after}
        </div>
        <aside class="stack" aria-label={label}>
          {trend}
          {isRead && failingSection(translations, request)}
          {about}
          {commits}
          {people}
        </aside>
      </div>
    </>
  )
}
