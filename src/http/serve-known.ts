import type { Catalog } from '../catalog/catalog.ts'
import { NotFoundError } from '../errors.ts'
import type { Jobs } from '../jobs.ts'
import type { View } from '../model/model.ts'
import { isUnsettled } from '../model/readiness.ts'
import { visibleCatalog } from './access.ts'
import { notFound } from './http-error.ts'
import type { RequestInfo } from './request-info.ts'
import type { Content, ServePage } from './serve-page.ts'
import { type Known, namedProjects, refuseUnknown, untilKnown } from './until-known.ts'
import { readViews, type ViewRequest } from './views.ts'

interface ServeKnownOptions {
  readonly catalog: Catalog
  /** Runs long work for waiting clients. */
  readonly jobs: Jobs
  /** Jobs in which requests wait for readings in progress; they do no work themselves. */
  readonly readings: Jobs
  readonly servePage: ServePage
}

/**
 * Responds with what `make` returns for the views that a request names, once the data that it needs is known. Does not
 * cache content that will become more complete. Rejects as `untilKnown`, `readViews`, `refuseUnknown` and `make` do.
 */
export type ServeKnown = (
  info: RequestInfo,
  requirements: Known & { readonly isComparison?: true | undefined },
  make: (request: ViewRequest) => Promise<Content>,
) => Promise<Response>

/** Returns the function that waits for the required data and then serves. */
export function createServeKnown(options: ServeKnownOptions): ServeKnown {
  const { jobs, readings, servePage } = options
  return async (info, { isComparison, ...requirements }, make) => {
    const { refusal } = info.principal
    if (refusal !== undefined) throw refusal
    const catalog = visibleCatalog(options.catalog, info.principal)
    const { needs, project, showsUnknown, about } = requirements
    await untilKnown(requirements, { catalog, jobs: readings }, info)
    const views = await readViews(catalog, jobs, info, isComparison === true)
    return servePage(info, views, async (signal) => {
      const request = { ...info, ...views, signal }
      if (isComparison === true) return show(catalog.current(), request)
      try {
        return await show(views.view, request)
      } catch (error) {
        throw atRef(error, views.ref, () => about(catalog.current()))
      }
    })
    async function show(view: View, request: ViewRequest): Promise<Content> {
      // A comparison examines each side itself, since one side may lack the subject.
      const components = about(view)
      if (needs !== undefined) {
        refuseUnknown(components, { needs, showsUnknown }, namedProjects(request.view, project))
      }
      const content = await make(request)
      const isTransient = content.isTransient === true || components.some(isUnsettled)
      return { ...content, isTransient }
    }
  }
}

/**
 * Improves a 404 at a ref: if `findServed` finds the address in the served commits, the error says what the ref lacks.
 */
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
