import { inSlices } from '../slices.ts'
import { type ComponentLogOptions, createComponentLog, logKey } from './component-log.ts'
import { followSteps } from './follow.ts'
import type { Past } from './past.ts'

/** What the component's setting `stateFrom` says about its states, and the log that goes with it. Rejects with RepositoryError. */
export async function rememberStates(
  options: Omit<ComponentLogOptions, 'following'>,
): Promise<Pick<Past, 'outdated' | 'log'>> {
  const { component, timeline, reader, records } = options
  // In bilingual files a changed source is another unit.
  if (component.config.stateFrom === 'commit' || component.config.template === '') {
    return { outdated: undefined, log: createComponentLog({ ...options, following: undefined }) }
  }
  const key = logKey(component, timeline)
  const following = await inSlices(followSteps({ timeline, reader, records, key }))
  const last = timeline.steps.length - 1
  const outdated = timeline.files(last).files.map(({ language: { code } }) => {
    const carried = [...following.carriedBy(code, last)]
    return [code, new Map(carried.map(([context, one]) => [context, one.previousSource]))] as const
  })
  return { outdated: new Map(outdated), log: createComponentLog({ ...options, following }) }
}
