import type { Translation } from '../model/model.ts'

/**
 * Returns the time of the newest commit that changed one of some translations, in seconds since 1970; undefined if none
 * is known.
 */
export function lastChangeOf(translations: readonly Translation[]): number | undefined {
  let newest: number | undefined
  for (const { lastChange } of translations) {
    if (lastChange !== undefined) newest = Math.max(newest ?? 0, lastChange.timestamp)
  }
  return newest
}
