import type { Component, Translation } from '../../catalog/model.ts'
import { findRow } from '../../catalog/unit.ts'

/** How many of its texts a language shares with the one that it was: as Git takes files for renamed. */
const LEAST_SHARED = 0.5

/**
 * The languages of a component whose files got names with another code, such as `pt.json` that is `pt-PT.json` now: by
 * their code, the code before.
 */
export function renamedLanguages(before: Component, after: Component): ReadonlyMap<string, string> {
  const gone = withoutTwin(before, after)
  const renamed = new Map<string, string>()
  for (const translation of withoutTwin(after, before)) {
    const [best] = gone
      .map((one) => ({ one, share: sharedTexts(one, translation) }))
      .filter(({ share }) => share >= LEAST_SHARED)
      .sort((a, b) => b.share - a.share)
    if (best === undefined) continue
    renamed.set(translation.language.code, best.one.language.code)
    gone.splice(gone.indexOf(best.one), 1)
  }
  return renamed
}

function withoutTwin({ translations }: Component, other: Component): Translation[] {
  const codes = new Set(other.translations.map(({ language }) => language.code))
  return translations.filter(({ language, isSource }) => !isSource && !codes.has(language.code))
}

/** The share of the translated strings of the smaller one that the other has with the same text. */
function sharedTexts(before: Translation, after: Translation): number {
  const [old, now] = [before.units(), after.units()]
  let shared = 0
  for (let row = 0; row < now.table.count; row++) {
    const target = now.targets.at(row)
    const oldRow = target ? findRow(old.table, now.table, row) : undefined
    if (oldRow !== undefined && old.targets.at(oldRow) === target) shared++
  }
  return shared / Math.min(filled(before), filled(after))
}

function filled({ statistics: { total, translated, fuzzy } }: Translation): number {
  return Math.min(total.units, translated.units + fuzzy.units)
}
