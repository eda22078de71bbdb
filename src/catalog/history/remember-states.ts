import { inSlices } from '../slices.ts'
import { type ComponentLogOptions, createComponentLog, logKey } from './component-log.ts'
import { followSteps } from './follow.ts'
import type { Past, PreviousSources } from './past.ts'

/** What the component's setting `stateFrom` says about its states, and the log that goes with it. Rejects with RepositoryError. */
export async function rememberStates(
  options: Omit<ComponentLogOptions, 'following'>,
): Promise<Pick<Past, 'outdated' | 'outdatedAt' | 'log'>> {
  const { component, timeline, reader, records } = options
  // In bilingual files a changed source is another unit.
  if (component.config.stateFrom === 'commit' || component.config.template === '') {
    const log = createComponentLog({ ...options, following: undefined })
    return { outdated: undefined, outdatedAt: () => undefined, log }
  }
  const key = logKey(component, timeline)
  const following = await inSlices(followSteps({ timeline, reader, records, key }))
  const outdatedAt = (step: number): PreviousSources =>
    new Map(
      timeline.files(step).files.map(({ language: { code } }) => {
        const carried = [...following.carriedBy(code, step)]
        return [code, new Map(carried.map(([context, one]) => [context, one.previousSource]))]
      }),
    )
  const outdated = outdatedAt(timeline.steps.length - 1)
  return { outdated, outdatedAt, log: createComponentLog({ ...options, following }) }
}
