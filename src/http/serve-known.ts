import type { Catalog } from '../catalog/catalog.ts'
import type { View } from '../catalog/model.ts'
import { isUnsettled } from '../catalog/readiness.ts'
import { NotFoundError } from '../errors.ts'
import type { Jobs } from '../jobs.ts'
import { visibleCatalog } from './access.ts'
import { notFound } from './http-error.ts'
import type { RequestInfo } from './request-info.ts'
import type { Content, ServePage } from './serve-page.ts'
import { type Known, namedProjects, refuseUnknown, untilKnown } from './until-known.ts'
import { readViews, type ViewRequest } from './views.ts'

interface ServeKnownOptions {
  readonly catalog: Catalog
  /** What takes long is done by these while clients wait. */
  readonly jobs: Jobs
  /** Requests wait for what is still being read in these, which do nothing themselves. */
  readonly readings: Jobs
  readonly servePage: ServePage
}

/**
 * Responds to a request with what `make` makes of the views that it names, once what that needs is known; what will be
 * known better is not cached. Rejects as `untilKnown`, `readViews`, `refuseUnknown` and `make` do.
 */
export type ServeKnown = (
  info: RequestInfo,
  requirements: Known & { readonly isComparison?: true | undefined },
  make: (request: ViewRequest) => Promise<Content>,
) => Promise<Response>

/** The function that serves what has to be known first. */
export function createServeKnown(options: ServeKnownOptions): ServeKnown {
  const { jobs, readings, servePage } = options
  return async (info, { isComparison, ...requirements }, make) => {
    const { refusal } = info.principal
    if (refusal !== undefined) throw refusal
    const catalog = visibleCatalog(options.catalog, info.principal)
    const { needs, project, showsUnknown, about } = requirements
    await untilKnown(requirements, { catalog, jobs: readings }, info)
    const views = await readViews({ catalog, jobs }, { isComparison }, info)
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
      // A comparison looks at each side itself, which need not have what it is about.
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

/** An error of an answer at a ref: a 404 says what the ref lacks, where `findServed` finds that the address is right. */
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
