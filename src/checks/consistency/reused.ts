import { createHash } from 'node:crypto'
import { compareCodePoints } from '../../languages/order.ts'
import { caseInsensitiveLanguages } from '../lists.ts'
import { listNames } from '../sentence.ts'
import { baseLanguage } from '../text.ts'
import type { Search } from './finding.ts'
import {
  type BatchColumns,
  type BatchComponent,
  type BatchFailure,
  groupOf,
  groupTranslations,
  JOINT,
} from './translation.ts'

/**
 * Returns a search for translations that several strings of a language share. Chooses the `most` translations whose
 * lower-case texts have the lowest MD5 digests. In a script without case, translations whose sources differ only in
 * case count toward `most`, but are not marked.
 */
export function createReusedSearch(code: string, most: number): Search {
  const firstSources = new Map<string, string>()
  const shared = new Map<string, Set<string>>()
  return {
    check: 'reused',
    scan(columns, translation) {
      for (let row = 0; row < translation.count; row++) {
        const target = translationAt(columns, row)
        if (target === '') continue
        const source = columns.sources.at(row) ?? ''
        const firstSource = firstSources.get(target)
        if (firstSource === undefined) firstSources.set(target, source)
        else if (firstSource !== source) {
          const set = shared.get(target)
          if (set === undefined) shared.set(target, new Set([firstSource, source]))
          else set.add(source)
        }
      }
    },
    choose() {
      const chosen = [...shared.keys()]
        .map((target) => ({
          target,
          order: createHash('md5').update(target.toLowerCase()).digest('hex'),
        }))
        .sort((a, b) => compareCodePoints(a.order, b.order))
        .slice(0, most)
      const isCased = ![code, baseLanguage(code)].some((each) => caseInsensitiveLanguages.has(each))
      const places = new Map(
        chosen.flatMap(({ target }, place) =>
          isCased || differBeyondCase(shared.get(target)) ? [[target, place] as const] : [],
        ),
      )
      return {
        orders: chosen.map(({ order }) => order),
        placeOf: (columns, row, { language }) =>
          language.filePlural.number === 1 ? -1 : (places.get(translationAt(columns, row)) ?? -1),
      }
    },
  }
}

/** Returns the target of a unit that is translated, approved or read-only; otherwise `''`. */
function translationAt({ states, targets }: BatchColumns, row: number): string {
  return (states[row] ?? 0) >= 20 ? (targets.at(row) ?? '') : ''
}

function differBeyondCase(sources: ReadonlySet<string> = new Set()): boolean {
  return new Set([...sources].map((source) => source.toLowerCase())).size > 1
}

/** Names the other strings with this translation. */
export function explainReused(
  components: readonly BatchComponent[],
  { translation, row }: BatchFailure,
): string {
  const batchColumns = translation.columns()
  const source = batchColumns.sources.at(row)
  const shared = batchColumns.targets.at(row)
  const others = new Set<string>()
  for (const each of groupTranslations(components).get(groupOf(translation.language)) ?? []) {
    const columns = each.columns()
    for (let at = 0; at < each.count; at++) {
      if (translationAt(columns, at) !== shared) continue
      const other = columns.sources.at(at) ?? ''
      if (other !== source) others.add(other.split(JOINT)[0] ?? '')
    }
  }
  const verb = others.size > 1 ? 'have' : 'has'
  return `${listNames([...others])} ${verb} the same translation`
}
