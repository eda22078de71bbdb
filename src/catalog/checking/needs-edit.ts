import { oncePer } from '../../cache.ts'
import type { WeblateVersion } from '../../weblate-version.ts'
import { digestOf } from '../digest.ts'
import type { PreviousSources } from '../history/component-history.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'
import { OUTDATED_STATE, STATE } from '../statistics.ts'
import { contextOf, type Units } from '../unit.ts'

interface MarkOptions {
  readonly library: Library
  readonly weblate: WeblateVersion
}

/** Returns the translations of a component with the states that its history gives them. */
export function markNeedsEdit(
  { translations }: Pick<ComponentContent, 'translations'>,
  outdated: PreviousSources | undefined,
  { library, weblate }: MarkOptions,
): readonly ParsedTranslation[] {
  if (outdated === undefined) return translations
  return translations.map((translation) => {
    const sources = outdated.get(translation.language.code)
    const key = markedKey(translation, outdated)
    return sources === undefined || key === translation.contentKey
      ? translation
      : markTranslation(translation, key, sources, { library, weblate })
  })
}

/** Names what a translation holds with the states that its history gives; its own key where these are as in the file. */
export function markedKey(
  { contentKey, language }: ParsedTranslation,
  outdated: PreviousSources | undefined,
): string {
  const sources = outdated?.get(language.code)
  return sources?.size ? `${contentKey}/${keyOf(sources).text}` : contentKey
}

function markTranslation(
  translation: ParsedTranslation,
  key: string,
  sources: ReadonlyMap<string, string>,
  { library, weblate }: MarkOptions,
): ParsedTranslation {
  const { summary, units } = translation
  const marked = library.file(key, {
    table: () => units().table,
    parse: () => ({ ...summary, units: markUnits(units(), sources, OUTDATED_STATE[weblate]) }),
  })
  return { ...translation, ...marked, contentKey: key, statistics: marked.summary.statistics }
}

const keyOf = oncePer((sources: ReadonlyMap<string, string>) => ({
  text: digestOf([...sources].sort()),
}))

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
