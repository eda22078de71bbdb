import type { Catalog } from '../catalog/catalog.ts'
import { NotFoundError, unless } from '../errors.ts'
import type { Jobs } from '../jobs.ts'
import type { Component, View } from '../model/model.ts'
import { isUnsettled, type Need, readinessOf } from '../model/readiness.ts'
import { nextTurn } from '../next-turn.ts'
import { visibleCatalog } from './access.ts'
import { notFound } from './http-error.ts'
import { missing, namedProjects, refuseAwaited, refuseUnknown } from './refuse-unknown.ts'
import { pageKey, type RequestInfo } from './request-info.ts'
import type { Content, ServePage } from './serve-page.ts'
import { readViews, type ViewRequest } from './views.ts'

interface ServeKnownOptions {
  readonly catalog: Catalog
  readonly jobs: Jobs
  /** Jobs in which requests wait for readings in progress; they do no work themselves. */
  readonly readings: Jobs
  readonly servePage: ServePage
}

/** What an answer is about, and which data of it must be known. */
interface Requirements {
  /** Undefined if the answer needs no data. */
  readonly needs: Need | undefined
  /** Slug of the project that the answer is about; undefined if it may be about any. */
  readonly project?: string | undefined
  /** Whether the answer can itself say that nothing is readable. */
  readonly showsUnknown?: boolean | undefined
  readonly isComparison?: boolean | undefined
  /** Whether the answer may take long, so that a job makes it while its clients wait. */
  readonly isJob?: boolean | undefined
  /** Returns the components of a view that the answer is about. Throws NotFoundError. */
  about(view: View): readonly Component[]
}

/**
 * Responds with what `make` returns for the views that a request names, once the data that it needs is known. Does not
 * cache content that will become more complete. Rejects with NotReadyError naming what is missing if that takes too
 * long, and as `readViews`, `refuseUnknown` and `make` do.
 */
export type ServeKnown = (
  info: RequestInfo,
  requirements: Requirements,
  make: (request: ViewRequest) => Promise<Content>,
) => Promise<Response>

/** Returns the function that waits for the required data and then serves. */
export function createServeKnown(options: ServeKnownOptions): ServeKnown {
  const { jobs, readings, servePage } = options

  /** Waits until the data that an answer needs is known or known to be unavailable. */
  async function untilKnown(
    catalog: Catalog,
    { needs, project, about }: Requirements,
    { path, principal, ref, ...request }: RequestInfo,
  ): Promise<void> {
    if (needs === undefined) return
    const progress = () => {
      const view = catalog.current()
      // The components of a project that is being read are not known yet.
      const unread = namedProjects(view, project).filter(({ reading }) => reading !== undefined)
      if (unread.length > 0) return { all: unread, awaited: unread }
      // A component may exist only at the requested ref.
      const all = ref === undefined ? about(view) : (unless(() => about(view), NotFoundError) ?? [])
      return { all, awaited: all.filter((each) => readinessOf(each, needs) === 'awaited') }
    }
    await catalog.view()
    while (progress().awaited.length > 0) {
      // The key contains the principal, since progress names what that principal may see.
      await readings.run(`${needs} ${path} ${principal.id}`, request, async (job) => {
        for (;;) {
          const { all, awaited } = progress()
          if (awaited.length === 0) return
          const done = all.length - awaited.length
          job.progress(done, all.length, `components: ${missing(awaited, needs)}`)
          await catalog.changed(job.signal)
          // Many clients may wait for the same change.
          await nextTurn()
        }
      })
    }
  }

  return async (info, requirements, make) => {
    const { refusal } = info.principal
    if (refusal !== undefined) throw refusal
    const catalog = visibleCatalog(options.catalog, info.principal)
    const { needs, project, showsUnknown, isComparison = false, isJob, about } = requirements
    await untilKnown(catalog, requirements, info)
    const views = await readViews(catalog, jobs, info, isComparison)
    return servePage(info, views, async (signal) => {
      const request = { ...info, ...views, signal, progress() {} }
      if (isComparison) return show(catalog.current(), request)
      try {
        return await show(views.view, request)
      } catch (error) {
        throw atRef(error, views.ref, () => about(catalog.current()))
      }
    })
    async function show(view: View, request: ViewRequest): Promise<Content> {
      // A comparison examines each side itself, since one side may lack the subject.
      const components = about(view)
      if (needs !== undefined && showsUnknown) refuseAwaited(components, needs)
      else if (needs !== undefined) {
        refuseUnknown(components, needs, namedProjects(request.view, project))
      }
      const { key, path, search } = request
      const content = isJob
        ? await jobs.run(pageKey(key, `${path}${search}`, request), request, (job) =>
            make({ ...request, ...job }),
          )
        : await make(request)
      const isTransient = content.isTransient === true || components.some(isUnsettled)
      return { ...content, isTransient }
    }
  }
}

/** Improves a 404 at a ref: if `findServed` finds the address in the served commits, says what the ref lacks. */
function atRef(error: unknown, ref: string | undefined, findServed: () => unknown): unknown {
  const what = error instanceof NotFoundError ? error.what : undefined
  if (ref === undefined || what === undefined) return error
  try {
    findServed()
  } catch {
    return error
  }
  return notFound(`The ${what} did not exist at ${ref}.`)
}
