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

/** The translations of a component with the states that its history gives them. */
export function markNeedsEdit(
  { translations }: Pick<ComponentContent, 'translations'>,
  outdated: PreviousSources | undefined,
  { library, weblate }: MarkOptions,
): readonly ParsedTranslation[] {
  if (outdated === undefined) return translations
  const marked: ParsedTranslation[] = []
  for (const translation of translations) {
    const sources = outdated.get(translation.language.code)
    const isMarked = sources !== undefined && sources.size > 0
    marked.push(
      isMarked ? markTranslation(translation, sources, { library, weblate }) : translation,
    )
  }
  return marked
}

function markTranslation(
  translation: ParsedTranslation,
  sources: ReadonlyMap<string, string>,
  { library, weblate }: MarkOptions,
): ParsedTranslation {
  const { contentKey, summary, units } = translation
  const key = `${contentKey}/${keyOf(sources).text}`
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
