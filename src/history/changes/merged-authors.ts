import { groupBy } from '../../group-by.ts'
import { sourceId } from '../../model/unit.ts'
import { formatOf } from '../../reading/translation-file.ts'
import type { HistoryOf } from '../component-history.ts'
import { findWriters } from '../unit-history/writer.ts'
import { unlessDamaged } from '../unless-damaged.ts'
import type { Change } from './change.ts'

/** Names in changes that a merge brought the commit that wrote them; the merge stays if there is none. */
export async function nameMergedAuthors(
  changes: readonly Change[],
  historyOf: HistoryOf,
  signal?: AbortSignal,
): Promise<readonly Change[]> {
  const writers = new Map<Change, string>()
  for (const [component, ofComponent] of groupBy(changes, (change) => change.component)) {
    const history = historyOf(component)
    if (history === undefined) continue
    const { steps } = history.timeline
    const items = ofComponent.map((change) => ({ change, step: steps[change.step]! }))
    const logged = { component, history }
    const commits = await unlessDamaged(() =>
      findWriters(items, ({ change }) => unitOf(change), logged, signal),
    )
    for (const [{ change }, commit] of commits ?? []) writers.set(change, commit)
  }
  return changes.map((change) => ({
    ...change,
    authorCommit: writers.get(change) ?? change.authorCommit,
  }))
}

function unitOf({ component: { config }, context, languageCode = '', details }: Change) {
  if (context === undefined) return undefined
  const source = config.template === '' ? sourceId(String(details['source']), formatOf(config)) : ''
  return { languageCode, key: { context, source } }
}
