import type { Child } from 'hono/jsx'
import { checkedUnitsOf } from '../../catalog/checking/checked-units.ts'
import { glossaryPlaceOf, termsOf } from '../../catalog/checking/glossary.ts'
import type { CommitAuthors } from '../../catalog/history/people/people.ts'
import type { OutdatedUnit } from '../../catalog/history/states/outdated.ts'
import type { Version } from '../../catalog/history/unit-history/read-unit-history.ts'
import { unitHistoryOf } from '../../catalog/history/unit-history/unit-history.ts'
import type { Translation } from '../../catalog/model.ts'
import { findRow } from '../../catalog/unit.ts'
import { createUnitPlaces, type UnitLocation } from '../../catalog/unit-places.ts'
import type { GlossaryTerm } from '../../checks/check.ts'
import { glossaryTermsOf } from '../../checks/glossary/terms.ts'
import type { Later } from '../later.ts'
import type { PageRequest } from '../page.ts'
import { UnusedNote } from '../sections/unused.tsx'
import { type Preview, previewMessage } from '../texts/preview.ts'
import { MAX_CHARACTERS } from '../texts/text.tsx'
import { outdatedAt } from './search.ts'

/** A version of a unit with its author. */
export interface ShownVersion extends CommitAuthors {
  readonly version: Version
}

/** What a unit's detail shows besides the unit itself. Slow facts may not be known yet. */
export interface UnitFacts {
  readonly translation: Translation
  readonly row: number
  readonly place: Later<UnitLocation | undefined>
  readonly history: Later<readonly ShownVersion[]>
  readonly outdated: Later<OutdatedUnit | undefined>
  readonly others: Later<readonly OtherUnit[]>
  readonly terms: readonly GlossaryTerm[]
  /** A note that no source file names the key, if so. */
  readonly unusedNote: Child
  /** The preview; undefined if the text is not a message. */
  readonly preview: Preview | undefined
}

/** The same unit in another language. */
export interface OtherUnit {
  readonly translation: Translation
  readonly row: number
}

/** A reader who opens a string wants these facts, so the page waits for them. */
const MAX_WAIT_MS = 2000

/** Starts computing slow facts and returns what is known so far. */
export async function readFacts(
  translation: Translation,
  row: number,
  request: PageRequest,
): Promise<UnitFacts> {
  const { catalog, view } = request
  const later: PageRequest['later'] = (key, work) => request.later(key, work, MAX_WAIT_MS)
  const { component } = translation
  const key = `${translation.id} ${row}`
  const [place, history, outdated, others, preview, unusedNote] = await Promise.all([
    later(`place ${key}`, () =>
      createUnitPlaces(catalog.readFile, catalog.engine)(translation, row),
    ),
    later(`history ${key}`, async ({ signal }): Promise<readonly ShownVersion[]> => {
      const [history, people] = await Promise.all([
        unitHistoryOf({ translation, row }, catalog.historyOf(component), signal),
        catalog.people(view),
      ])
      return history.versions.map((version) => ({
        version,
        ...(version.change === 'present'
          ? { author: undefined, coAuthors: [] }
          : people.of(component, version.writtenIn)),
      }))
    }),
    outdatedAt(request),
    later(`others ${key}`, async () => othersOf(translation, row)),
    previewOf(translation, row),
    UnusedNote(translation, row, request),
  ])
  return {
    ...{ translation, row, place, history, others, preview, unusedNote },
    outdated: { value: outdated.value?.(translation).get(row), isAwaited: outdated.isAwaited },
    terms: termsIn(translation, row),
  }
}

function othersOf(translation: Translation, row: number): OtherUnit[] {
  const { table } = translation.units()
  return translation.component.translations.flatMap((other) => {
    if (other === translation || other.isSource) return []
    const otherRow = findRow(other.units().table, table, row)
    return otherRow === undefined ? [] : [{ translation: other, row: otherRow }]
  })
}

/** Returns the terms of the project's glossaries that occur in the source. */
function termsIn(translation: Translation, row: number): readonly GlossaryTerm[] {
  const { component, language } = translation
  if (component.config.isGlossary) return []
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  const glossary = termsOf(language.code, glossaryPlaceOf(component))
  return glossaryTermsOf({ ...unit, glossary })
}

async function previewOf(translation: Translation, row: number): Promise<Preview | undefined> {
  const { flags, sources, targets, sourceLanguage, language } = checkedUnitsOf(translation)(
    translation.units(),
    row,
  )
  const [source = ''] = sources
  const [target = ''] = targets
  if (!flags.has('icu-message-format') || targets.length !== 1 || target === '') return undefined
  if (Math.max(source.length, target.length) > MAX_CHARACTERS) return undefined
  return previewMessage({
    source,
    target,
    sourceLanguage: sourceLanguage.code,
    language: language.code,
  })
}
