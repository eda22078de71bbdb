import type { ComponentConfig } from '../../config/config.ts'
import { runYielding } from '../../run-yielding.ts'
import { checkProject, toCheck } from '../checking/check-project.ts'
import type { Alert } from '../model.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import { alertFor, type CatalogEvent, type ComponentEntry } from './component-entry.ts'

/**
 * Checks the project of these entries and publishes what they have read; without failing checks, and with an alert, where
 * checking fails.
 */
export async function publishProject(
  entries: readonly ComponentEntry[],
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  const states = entries.map((entry) => ({ entry, state: entry.state }))
  const read = toCheck(entries)
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
  for (const { entry, state } of states) {
    // What was found out about the same commit in the meantime stays.
    const latest = entry.state.commit === state.commit ? entry.state : state
    const content = checked.get(entry.config)
    entry.published = { ...latest, content, alert: state.alert ?? alert }
  }
}
