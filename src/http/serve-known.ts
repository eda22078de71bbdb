import type { Catalog } from '../catalog/catalog.ts'
import type { View } from '../catalog/model.ts'
import { NotFoundError } from '../errors.ts'
import type { Jobs } from '../jobs.ts'
import { visibleCatalog } from './access.ts'
import { notFound } from './http-error.ts'
import type { RequestInfo } from './request-info.ts'
import type { Content, ServePage } from './serve-page.ts'
import {
  isUnsettled,
  type Known,
  namedProjects,
  refuseAwaited,
  refuseUnreadable,
  untilKnown,
} from './until-known.ts'
import { type RequestViews, readViews } from './views.ts'

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
 * known better is not cached. Rejects as `untilKnown`, `readViews`, `refuseUnreadable` and `make` do.
 */
export type ServeKnown = (
  info: RequestInfo,
  known: Known & { readonly isComparison?: true | undefined },
  make: (views: RequestViews, signal: AbortSignal) => Promise<Content>,
) => Promise<Response>

/** The function that serves what has to be known first. */
export function createServeKnown(options: ServeKnownOptions): ServeKnown {
  const { jobs, readings, servePage } = options
  return async (info, { isComparison, ...known }, make) => {
    const { refusal } = info.principal
    if (refusal !== undefined) throw refusal
    const catalog = visibleCatalog(options.catalog, info.principal)
    const { needs, project, about } = known
    await untilKnown(known, { catalog, jobs: readings }, info)
    const views = await readViews({ catalog, jobs }, { isComparison }, info)
    return servePage(info, views, async (signal) => {
      if (isComparison === true) return show(catalog.current(), views, signal)
      try {
        return await show(views.view, views, signal)
      } catch (error) {
        throw atRef(error, views.ref, () => about(catalog.current()))
      }
    })
    async function show(view: View, views: RequestViews, signal: AbortSignal): Promise<Content> {
      // A comparison looks at each side itself, which need not have what it is about.
      const components = about(view)
      if (needs !== undefined) {
        refuseAwaited(components, needs)
        const projects = namedProjects(views.view, project)
        if (known.showsUnknown !== true) refuseUnreadable(components, needs, projects)
      }
      const content = await make(views, signal)
      const isTransient = content.isTransient === true || isUnsettled(components)
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
