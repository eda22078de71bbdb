import { withoutServerPaths } from '../address.ts'
import { NotReadyError } from '../jobs.ts'
import type { Alert, Component, Project, Translation, View } from '../model/model.ts'
import { placeOf, translationPlace } from '../model/paths.ts'
import {
  hasShare,
  haveShare,
  isBroken,
  knownTranslations,
  type Need,
  readinessOf,
} from '../model/readiness.ts'
import { HttpError } from './http-error.ts'

const RETRY_SECONDS = 5
const MAX_NAMED = 3

/** Returns the projects that an answer may be about. */
export function namedProjects({ projects }: View, slug: string | undefined): readonly Project[] {
  return slug === undefined ? projects : projects.filter(({ config }) => config.slug === slug)
}

/** Formats `still reading app/web, app/api and 3 more`. */
export function missing(awaited: readonly (Component | Project)[], needs: Need): string {
  const names = awaited.slice(0, MAX_NAMED).map(nameOf).join(', ')
  const others = awaited.length - MAX_NAMED
  const more = others > 0 ? ` and ${others} more` : ''
  return `still reading ${needs === 'history' ? 'the history of ' : ''}${names}${more}`
}

function nameOf(item: Component | Project): string {
  return 'components' in item ? item.config.slug : placeOf(item)
}

/** Throws NotReadyError if something is still being read at a ref. */
export function refuseAwaited(components: readonly Component[], needs: Need): void {
  const awaited = components.filter(isRead).filter((each) => readinessOf(each, needs) === 'awaited')
  if (awaited.length > 0) {
    throw new NotReadyError(`Not ready yet: ${missing(awaited, needs)}.`, RETRY_SECONDS)
  }
}

/** Throws as `refuseAwaited`, and 503 if all is unreadable. If only a part is unreadable, sums leave it out. */
export function refuseUnknown(
  components: readonly Component[],
  needs: Need,
  projects: readonly Project[] = [],
): void {
  refuseAwaited(components, needs)
  if (projects.every(isUnfound)) {
    const [trouble] = projects.flatMap(({ alerts }) => alerts)
    if (trouble !== undefined) throw unreadable(trouble.message)
  }
  const read = components.filter(isRead)
  const [first] = read
  if (first === undefined || read.some((each) => readinessOf(each, needs) === 'known')) return
  const what = first.state === 'ready' ? 'its history cannot be read' : 'it cannot be read'
  const isMeant = first.state === 'ready' ? ({ filename }: Alert) => filename === '' : isBroken
  const alert = first.alerts.find(isMeant)
  throw unreadable(`${placeOf(first)}: ${alert?.message ?? what}`)
}

function isRead({ config }: Component): boolean {
  return config.vcs !== 'local'
}

function isUnfound({ alerts, components }: Project): boolean {
  return alerts.length > 0 && components.length === 0
}

/** Throws 503 if no share of translated strings is known: a sum would count only sources. */
export function refuseUnknownShare(
  components: readonly Component[],
  projects: readonly Project[] = [],
): void {
  if (haveShare(components, projects)) return
  const [first] = components.filter((component) => !hasShare(component))
  const alert = [...(first?.alerts ?? []), ...projects.flatMap(({ alerts }) => alerts)].find(
    isBroken,
  )
  throw unreadable(`${first ? `${placeOf(first)}: ` : ''}${alert?.message ?? 'it cannot be read'}`)
}

/** Throws 503 if none of the translations is readable. */
export function refuseUnreadableFiles(translations: readonly Translation[]): void {
  const [first] = translations
  if (first === undefined || first.component.state === 'empty') return
  if (knownTranslations(translations).length > 0) return
  throw unreadable(
    `${translationPlace(first)}: ${first.alert?.message ?? 'its files cannot be read'}`,
  )
}

/** Returns a 503 without a retry time, since nobody knows when the data will be readable. */
function unreadable(reason: string): HttpError {
  return new HttpError(503, 'service_unavailable', withoutServerPaths(reason))
}
