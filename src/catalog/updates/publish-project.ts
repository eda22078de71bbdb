import type { ComponentConfig } from '../../config/config.ts'
import { runYielding } from '../../run-yielding.ts'
import { checkProject, toCheck } from '../checking/check-project.ts'
import type { Alert } from '../model.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import { alertFor, type CatalogEvent, type Member } from './component-entry.ts'

/**
 * Checks the project of these members and publishes what they have read; without failing checks, and with an alert, where
 * checking fails.
 */
export async function publishProject(
  members: readonly Member[],
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<void> {
  const [first] = members
  if (first === undefined) return
  const states = members.map((member) => ({ member, state: member.state }))
  const read = toCheck(members)
  let checked: ReadonlyMap<ComponentConfig, ComponentContent> = new Map(
    read.map(({ config, content }) => [config, content]),
  )
  let alert: Alert | undefined
  try {
    checked = await runYielding(checkProject(first.project, read))
  } catch (error) {
    alert = alertFor(error)
    onEvent?.({ type: 'failed', component: first.path, error })
  }
  for (const { member, state } of states) {
    // What was found out about the same commit in the meantime stays.
    const latest = member.state.commit === state.commit ? member.state : state
    const content = checked.get(member.config)
    member.published = { ...latest, content, alert: state.alert ?? alert }
  }
}
