import PQueue from 'p-queue'
import { loggedComponents } from '../history/changes/segments.ts'
import { type ComponentTimes, findUnitTimes } from '../history/changes/unit-times.ts'
import type { ComponentHistory } from '../history/component-history.ts'
import type { Component, View } from '../model.ts'
import type { CatalogEvent, Member } from './component-entry.ts'
import { learnFromPast } from './derive-from-history.ts'

interface TimingOptions {
  readonly members: readonly Member[]
  /** What is served. */
  readonly current: () => View
  readonly isStopped: () => boolean
  /** Told when a member's times were found out. */
  readonly onNews: () => void
  readonly onEvent: (event: CatalogEvent) => void
}

/**
 * Returns the function that asks for the times of a component's units. They are found out once for each past that is
 * served, one component at a time, beside all other work; of what is not served none are.
 */
export function createTiming({
  members,
  current,
  isStopped,
  onNews,
  onEvent,
}: TimingOptions): (component: Component) => void {
  const wanted = new WeakSet<ComponentHistory>()
  const times = new Map<Member, ComponentTimes>()
  const queue = new PQueue({ concurrency: 1 })

  async function find(member: Member): Promise<void> {
    if (isStopped()) return
    const isNews = await timeMember(member, { view: current(), before: times.get(member) })
    if (!isNews || member.published.times === undefined) return
    times.set(member, member.published.times)
    onNews()
  }

  return ({ config, past }) => {
    const member = members.find((one) => one.config === config)
    if (past === undefined || wanted.has(past) || member?.published.past !== past) return
    wanted.add(past)
    queue
      .add(() => find(member))
      .catch((error: unknown) => onEvent({ type: 'failed', component: member.path, error }))
  }
}

/**
 * Finds out when the units of a component changed, in the view that is served, given what was found out `before`. Returns
 * whether that is news.
 */
async function timeMember(
  member: Member,
  { view, before }: { readonly view: View; readonly before: ComponentTimes | undefined },
): Promise<boolean> {
  const { past } = member.published
  const isOwn = ({ component }: { component: { config: unknown } }) =>
    component.config === member.config
  const repository = loggedComponents(view).find((members) => members.some(isOwn)) ?? []
  const own = repository.find(isOwn)
  if (past === undefined || own?.past !== past) return false
  const steps = findUnitTimes(own, { repository, before })
  return learnFromPast(member, { past, name: 'times', steps })
}
