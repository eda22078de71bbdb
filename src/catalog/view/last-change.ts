import type { Translation } from '../model.ts'

/** Seconds since 1970 of the newest commit that changed one of some translations; undefined while none is known. */
export function lastChangeOf(translations: readonly Translation[]): number | undefined {
  let newest: number | undefined
  for (const { lastChange } of translations) {
    if (lastChange !== undefined) newest = Math.max(newest ?? 0, lastChange.timestamp)
  }
  return newest
}
