import type { Change } from '../catalog/history/changes/change.ts'
import { ACTION_NAMES } from '../catalog/history/changes/step-change.ts'
import type { People } from '../catalog/history/people/people.ts'
import type { Translation, View } from '../catalog/model.ts'
import { translationPlace } from '../catalog/paths.ts'
import { nameOfPlace, pageOfPlace } from '../catalog/place.ts'
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

/**
 * The entry for a change, with its sentence in Weblate's words: `String added in the repository at 2026-11-21 04:05:06+00:00
 * on Demo/Web — Czech by Jana`.
 */
export function entryOf(change: Change, context: EntryContext): Entry {
  const { page, people, view, siteTitle } = context
  const { translation, component, row, seconds, action } = change
  const { project } = component
  const where = { project, category: undefined, component, code: translation?.language.code }
  const link =
    translation === undefined || row === undefined
      ? page(pageOfPlace(where))
      : unitPage(translation, row, page)
  const title = ACTION_NAMES[action]
  const place = nameOfPlace(view, where, siteTitle)
  const author = people.of(component, change.authorCommit).author?.fullName
  const time = new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  const summary = `${title} at ${time} on ${place}${author === undefined ? '' : ` by ${author}`}`
  return { id: context.change(change.id), title, place, link, summary, author, seconds }
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
