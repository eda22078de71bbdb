import type { PreviousSources } from '../history/component-history.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'
import { countUnits, STATE } from '../statistics.ts'
import { contextOf, type Units } from '../unit.ts'

interface Marked {
  readonly sources: ReadonlyMap<string, string>
  readonly translation: Pick<ParsedTranslation, 'units' | 'statistics'>
}

const kept = new WeakMap<Units, Marked>()

/** The translations of a component with the states that its history gives them. The same content where there are none. */
export function markNeedsEdit(
  content: ComponentContent,
  outdated: PreviousSources | undefined,
): ComponentContent {
  if (outdated === undefined) return content
  const translations = content.translations.map((translation) => {
    const sources = outdated.get(translation.language.code)
    if (sources === undefined || sources.size === 0) return translation
    return { ...translation, ...markUnits(translation.units, sources) }
  })
  return { ...content, translations }
}

/** The same objects for the same sources, so that what did not change is not checked again. */
function markUnits(units: Units, sources: ReadonlyMap<string, string>): Marked['translation'] {
  const known = kept.get(units)
  if (known !== undefined && isSame(known.sources, sources)) return known.translation
  const states = Uint8Array.from(units.states)
  const previousSources = new Map(units.previousSources)
  for (let row = 0; row < units.table.count; row++) {
    const previous = sources.get(contextOf(units, row))
    const isTranslated = states[row] === STATE.translated || states[row] === STATE.approved
    if (previous === undefined || !isTranslated) continue
    states[row] = STATE.fuzzy
    if (previous !== '') previousSources.set(row, previous)
  }
  const marked = { ...units, states, previousSources }
  const translation = { units: marked, statistics: countUnits(marked) }
  kept.set(units, { sources, translation })
  return translation
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)
}
