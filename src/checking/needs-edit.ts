import { oncePer } from '../cache.ts'
import type { ComponentConfig } from '../config/config.ts'
import { digestOf } from '../model/digest.ts'
import { OUTDATED_STATE, STATE } from '../model/statistics.ts'
import { contextOf, type Units } from '../model/unit.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'

/** Sources that translations were made from, by language code and context. */
export type PreviousSources = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A component whose files are read, with the states that its history gives. */
export interface ReadComponent extends ComponentContent {
  readonly config: ComponentConfig
}

/** Gives the translations of a component the states from its history. */
export function withStates(
  config: ComponentConfig,
  content: ComponentContent,
  outdated: PreviousSources | undefined,
  library: Library,
): ReadComponent {
  if (outdated === undefined) return { config, ...content }
  const translations = content.translations.map((translation) => {
    const sources = outdated.get(translation.language.code)
    const key = markedKey(translation, outdated)
    if (sources === undefined || key === translation.contentKey) return translation
    const { summary, units } = translation
    const marked = library.file(key, {
      table: () => units().table,
      parse: () => ({
        ...summary,
        units: markUnits(units(), sources, OUTDATED_STATE[config.weblate]),
      }),
    })
    return { ...translation, ...marked, contentKey: key, statistics: marked.summary.statistics }
  })
  return { config, ...content, translations }
}

/** Returns the key for a translation with the states of its history; its own key if these are those of the file. */
export function markedKey(
  { contentKey, language }: ParsedTranslation,
  outdated: PreviousSources | undefined,
): string {
  const sources = outdated?.get(language.code)
  return sources?.size ? `${contentKey}/${keyOf(sources)}` : contentKey
}

const keyOf = oncePer((sources: ReadonlyMap<string, string>) => digestOf([...sources].sort()))

function markUnits(units: Units, sources: ReadonlyMap<string, string>, state: number): Units {
  const states = Uint8Array.from(units.states)
  const previousSources = new Map(units.previousSources)
  for (let row = 0; row < units.table.count; row++) {
    const previous = sources.get(contextOf(units, row))
    const isTranslated = states[row] === STATE.translated || states[row] === STATE.approved
    if (previous === undefined || !isTranslated) continue
    states[row] = state
    if (previous !== '') previousSources.set(row, previous)
  }
  return {
    ...units,
    states,
    previousSources: new Map([...previousSources].sort(([a], [b]) => a - b)),
  }
}
