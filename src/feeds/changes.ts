import type { Change } from '../catalog/history/changes/change.ts'
import { ACTION_NAMES } from '../catalog/history/changes/step-change.ts'
import type { People } from '../catalog/history/people/people.ts'
import type { Translation, View } from '../catalog/model.ts'
import { translationPlace } from '../catalog/paths.ts'
import { nameOfPlace, type Place, pageOfPlace, translationsAt } from '../catalog/place.ts'
import { STATE, sumStatistics } from '../catalog/statistics.ts'
import { checksumText } from '../catalog/unit.ts'
import type { Entry } from './feed.ts'

/** What entries say beside the change that they are about. */
export interface EntryContext {
  readonly view: View
  readonly people: People
  readonly siteTitle: string
  /** The address of a page, of its path: with the origin and the ref. */
  readonly page: (path: string) => string
  /** The address of a change in the API, of its id. */
  readonly change: (id: number) => string
}

/** Entries for changes, which are the newest first; where one of them made a language complete, an entry before it says so. */
export function entriesOf(
  changes: readonly Change[],
  place: Place,
  context: EntryContext,
): Entry[] {
  const told = new Set<string>()
  return changes.flatMap((change) => {
    const entry = entryOf(change, context)
    const completed = isTranslating(change) ? placeOfLanguage(change, place) : undefined
    const page = completed && pageOfPlace(completed)
    if (completed === undefined || page === undefined || told.has(page)) return [entry]
    // An older change did not make complete what a newer one did, or what is not.
    told.add(page)
    if (!isComplete(translationsAt(context.view, completed))) return [entry]
    const { seconds, author } = entry
    const link = context.page(page)
    const id = `${link}#complete-${change.commit}`
    const what = { id, title: 'Language complete', link, seconds, author }
    return [createEntry(what, completed, context), entry]
  })
}

/** The entry for a change. */
export function entryOf(change: Change, context: EntryContext): Entry {
  const { page, people } = context
  const { translation, component, row, seconds, action } = change
  const { project } = component
  const place = { project, category: undefined, component, code: translation?.language.code }
  const link =
    translation === undefined || row === undefined
      ? page(pageOfPlace(place))
      : unitPage(translation, row, page)
  const author = people.of(component, change.authorCommit).author?.fullName
  const what = { id: context.change(change.id), title: ACTION_NAMES[action], link, seconds, author }
  return createEntry(what, place, context)
}

/** With its sentence in Weblate's words: `String added in the repository at 2026-11-21 04:05:06+00:00 on Demo/Web — Czech by Jana`. */
export function createEntry(
  what: Omit<Entry, 'place' | 'summary'>,
  place: Place,
  { view, siteTitle }: Pick<EntryContext, 'view' | 'siteTitle'>,
): Entry {
  const { title, seconds, author } = what
  const name = nameOfPlace(view, place, siteTitle)
  const time = new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  const summary = `${title} at ${time} on ${name}${author === undefined ? '' : ` by ${author}`}`
  return { ...what, place: name, summary }
}

/** The address of the page of a unit. */
export function unitPage(
  translation: Translation,
  row: number,
  page: EntryContext['page'],
): string {
  const path = `translate/${translationPlace(translation)}/`
  return page(`${path}?checksum=${checksumText(translation.units(), row)}`)
}

/** Whether a change made an untranslated string translated. */
function isTranslating({ details: { state = 0, old_state = 0 } }: Change): boolean {
  return Number(old_state) < STATE.translated && Number(state) >= STATE.translated
}

/** The language of a change, in the component that a feed is of, else in the project of the change. */
function placeOfLanguage({ component, translation }: Change, place: Place): Place | undefined {
  if (translation === undefined || translation.isSource) return undefined
  const { code } = translation.language
  return { project: component.project, category: undefined, component: place.component, code }
}

function isComplete(translations: readonly Translation[]): boolean {
  const { total, translated } = sumStatistics(translations.map(({ statistics }) => statistics))
  return total.units > 0 && translated.units === total.units
}
