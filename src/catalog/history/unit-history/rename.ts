import type { Entry } from '../../../../formats/entry.ts'
import { findUnit, type RevisionEntries, sourceOf, type UnitKey } from './revision.ts'

/**
 * The key that a unit had before a step at which it appeared: another key that vanished there, with the same source and
 * the same target. Undefined where the texts do not prove it: they differ, or several units fit on either side.
 */
export function keyBefore(
  key: UnitKey,
  { older, newer }: { readonly older: RevisionEntries; readonly newer: RevisionEntries },
): UnitKey | undefined {
  const unit = findUnit(newer, key)
  if (unit === undefined) return undefined
  const texts = { source: sourceOf(unit), target: unit.own?.target ?? '' }
  const [before, after] = [candidatesOf(older, texts), candidatesOf(newer, texts)]
  const vanished = [...before].filter(([id]) => !after.has(id))
  const appeared = [...after].filter(([id]) => !before.has(id))
  if (vanished.length !== 1 || appeared.length !== 1) return undefined
  const isKnown = hasKey(newer)
  const [renamed] = vanished
  return renamed === undefined || isKnown(renamed[1]) ? undefined : renamed[1]
}

/** Keys of all units with these texts. */
function candidatesOf(
  entries: RevisionEntries,
  { source, target }: { source: string; target: string },
): ReadonlyMap<string, UnitKey> {
  const { own, template, intermediate } = entries
  const keys = new Map<string, UnitKey>()
  const base = intermediate ?? template
  if (base === undefined) {
    for (const entry of own) {
      if (entry.source !== source || entry.target !== target) continue
      keys.set(`${entry.source}\0${entry.context}`, { context: entry.context, source })
    }
    return keys
  }
  const targets = textsOf(own)
  const sources = intermediate === undefined ? undefined : textsOf(template ?? [])
  for (const { context, target: text } of base) {
    if ((sources?.get(context) ?? text) !== source || (targets.get(context) ?? '') !== target) {
      continue
    }
    keys.set(context, { context, source: '' })
  }
  return keys
}

function textsOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(entries.map(({ context, target }) => [context, target]))
}

/** Whether entries have a key, with any texts. */
function hasKey(entries: RevisionEntries): (key: UnitKey) => boolean {
  return (key) => findUnit(entries, key) !== undefined
}
