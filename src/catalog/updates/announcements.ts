import { knowledgeOf } from '../knowledge.ts'
import { readingOf } from '../view/component-state.ts'
import type { CatalogEvent, ComponentEntry } from './component-entry.ts'

/** Tells when components are ready: not when they were read, but when every answer about them is right. */
export interface Announcements {
  /** A component was read again, from this time on, in milliseconds of `performance.now()`. */
  expect(entry: ComponentEntry, start: number): void
  /** Tells what is true now for the first time since it was read. */
  announce(entry: ComponentEntry): void
}

export function createAnnouncements(onEvent: (event: CatalogEvent) => void): Announcements {
  const expected = new Map<ComponentEntry, number>()
  const withHistory = new WeakSet<ComponentEntry>()

  function announceUnits(entry: ComponentEntry, start: number): void {
    expected.delete(entry)
    const translations = entry.state.served.content?.translations ?? []
    onEvent({
      type: 'ready',
      component: entry.path,
      translations: translations.length,
      units: translations.reduce((sum, { statistics }) => sum + statistics.total.units, 0),
      milliseconds: performance.now() - start,
    })
  }

  return {
    expect: (entry, start) => void expected.set(entry, start),
    announce(entry) {
      const { path: component, config, state } = entry
      const { served, latest } = state
      const completeness = served.history?.timeline.completeness
      const reading = readingOf(served)
      const isReady = served.content !== undefined
      const facts = {
        config,
        commit: served.commit,
        isReady,
        isEmpty: false,
        reading,
        completeness,
      }
      const start = expected.get(entry)
      const isLatest = served.commit?.oid === latest.commit?.oid
      if (start !== undefined && isLatest && knowledgeOf(facts, 'units') === 'known') {
        announceUnits(entry, start)
      }
      if (withHistory.has(entry) || reading !== undefined || completeness === undefined) return
      withHistory.add(entry)
      onEvent({ type: 'history', component, completeness })
    },
  }
}
