import { withoutServerPaths } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type Jobs, NotReadyError } from '../jobs.ts'
import type { Alert, Component, Project, Translation, View } from '../model/model.ts'
import { placeOf, translationPlace } from '../model/paths.ts'
import {
  hasShare,
  haveShare,
  isBroken,
  knownTranslations,
  type Need,
  type Readiness,
  readinessOf,
} from '../model/readiness.ts'
import { HttpError } from './http-error.ts'
import type { RequestInfo } from './request-info.ts'

const RETRY_SECONDS = 5
/** How many components a message names. */
const MAX_NAMED = 3

/** What an answer is about, and which data of it must be known. */
export interface Known {
  /** Undefined if the answer needs no data. */
  readonly needs: Need | undefined
  /** Slug of the project that the answer is about; undefined if it may be about any. */
  readonly project?: string | undefined
  /** Whether the answer can itself say that nothing is readable. */
  readonly showsUnknown?: boolean | undefined
  /** Returns the components of a view that the answer is about. Throws NotFoundError. */
  about(view: View): readonly Component[]
}

/** Components by whether the needed data is known. */
type Survey = Readonly<Record<Readiness, Component[]>>

function survey(components: readonly Component[], needs: Need): Survey {
  const result: Survey = { known: [], awaited: [], unknowable: [] }
  for (const component of components) result[readinessOf(component, needs)].push(component)
  return result
}

/**
 * Waits until the data that an answer needs is known or known to be unavailable. Rejects with NotReadyError naming what
 * is missing if that takes too long.
 */
export async function untilKnown(
  { needs, project, about }: Known,
  { catalog, jobs }: { readonly catalog: Catalog; readonly jobs: Jobs },
  { path, principal, ...request }: RequestInfo,
): Promise<void> {
  if (needs === undefined) return
  const progress = () => {
    const view = catalog.current()
    // The components of a project that is being read are not known yet.
    const unread = namedProjects(view, project).filter(({ reading }) => reading !== undefined)
    if (unread.length > 0) return { all: unread, awaited: unread }
    const components = about(view)
    return { all: components, awaited: survey(components, needs).awaited }
  }
  await catalog.view()
  while (progress().awaited.length > 0) {
    // The key contains the principal, since progress names what that principal may see.
    await jobs.run(`${needs} ${path} ${principal.id}`, request, async (job) => {
      for (;;) {
        const { all, awaited } = progress()
        if (awaited.length === 0) return
        const done = all.length - awaited.length
        job.progress(done, all.length, `components: ${missing(awaited, needs)}`)
        await catalog.changed(job.signal)
      }
    })
  }
}

/** Returns the projects that an answer may be about. */
export function namedProjects({ projects }: View, slug: string | undefined): readonly Project[] {
  return slug === undefined ? projects : projects.filter(({ config }) => config.slug === slug)
}

/** Formats `still reading app/web, app/api and 3 more`. */
function missing(awaited: readonly (Component | Project)[], needs: Need): string {
  const names = awaited.slice(0, MAX_NAMED).map(nameOf).join(', ')
  const others = awaited.length - MAX_NAMED
  const more = others > 0 ? ` and ${others} more` : ''
  return `still reading ${needs === 'history' ? 'the history of ' : ''}${names}${more}`
}

function nameOf(item: Component | Project): string {
  return 'components' in item ? item.config.slug : placeOf(item)
}

/**
 * Throws NotReadyError if something is still being read at a ref, and 503 if all of it is unreadable. If only a part is
 * unreadable, sums leave it out.
 */
export function refuseUnknown(
  components: readonly Component[],
  {
    needs,
    showsUnknown = false,
  }: { readonly needs: Need; readonly showsUnknown?: boolean | undefined },
  projects: readonly Project[] = [],
): void {
  const { known, awaited, unknowable } = survey(components.filter(isRead), needs)
  if (awaited.length > 0) {
    throw new NotReadyError(`Not ready yet: ${missing(awaited, needs)}.`, RETRY_SECONDS)
  }
  if (showsUnknown) return
  if (projects.every(isUnfound)) {
    const [trouble] = projects.flatMap(({ alerts }) => alerts)
    if (trouble !== undefined) throw unreadable(trouble.message)
  }
  const [first] = unknowable
  if (first === undefined || known.length > 0) return
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
