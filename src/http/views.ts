import type { Catalog } from '../catalog/catalog.ts'
import { NotFoundError } from '../errors.ts'
import { parseRange } from '../git/revision.ts'
import type { Job, Jobs } from '../jobs.ts'
import type { View } from '../model/model.ts'
import { HttpError, invalid, notFound } from './http-error.ts'
import type { RequestInfo } from './request-info.ts'

/** The views that answer a request. */
export interface RequestViews {
  /** The catalog as the client may see it. */
  readonly catalog: Catalog
  readonly view: View
  /** The base of a comparison, and its ref as the client named it; undefined unless this is one. */
  readonly base: { readonly view: View; readonly ref: string } | undefined
  /** The ref that `view` shows, as the client named it; undefined for the served commits. */
  readonly ref: string | undefined
  /** Names the content: the same key always means the same answers. */
  readonly key: string
  /** Whether the answers never change, because they show only commits named by full ids. */
  readonly isFixed: boolean
}

/**
 * A request with the views that answer it, as all handlers get it. `signal` is aborted when no client waits any more;
 * `progress` reaches those that wait for a job.
 */
export interface ViewRequest extends RequestInfo, RequestViews, Job {
  readonly ref: string | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the views that a request names: `ref` (404 if no repository has it), and for comparisons `base` and `head`, a
 * synonym of `ref` there (400 naming the parameter). Ignores empty parameters. Rejects with NotReadyError if reading a
 * view takes too long.
 */
export async function readViews(
  catalog: Catalog,
  jobs: Jobs,
  info: RequestInfo,
  isComparison: boolean,
): Promise<RequestViews> {
  const { query, ref } = info

  /** A view that is not cached is read by a job, shared by clients that see the same. */
  async function viewAt(ref: string, parameter?: 'base' | 'head'): Promise<View> {
    try {
      const options = isComparison ? ({ history: 'all' } as const) : SHOWN
      const { key, cached, read } = await catalog.refView(ref, options)
      return cached ?? (await jobs.run(`view ${info.principal.id} ${key}`, info, read))
    } catch (error) {
      // Errors may quote the ref, since the client named it.
      if (!(error instanceof NotFoundError)) throw error
      throw parameter === undefined ? notFound(error.message) : invalid(error.message, parameter)
    }
  }

  if (!isComparison) {
    const view = ref === undefined ? await catalog.view() : await viewAt(ref)
    const isFixed = ref !== undefined && isSettled(view, ref)
    return { catalog, view, base: undefined, ref, key: view.key, isFixed }
  }
  const range = parseRange(query.get('base') || ref || '')
  const baseRef = range?.base ?? (query.get('base') || undefined)
  if (baseRef === undefined) throw new HttpError(400, 'required', 'This field is required.', 'base')
  const baseView = await viewAt(baseRef, 'base')
  const head = query.get('head') || range?.head
  const shown = head ?? ref
  const isNamed = head !== undefined
  const view =
    shown === undefined ? await catalog.view() : await viewAt(shown, isNamed ? 'head' : undefined)
  const isFixed = shown !== undefined && isSettled(view, shown) && isSettled(baseView, baseRef)
  const base = { view: baseView, ref: baseRef }
  return { catalog, view, base, ref: shown, key: `${view.key}\n${baseView.key}`, isFixed }
}

/** How to read a ref that is shown rather than compared. */
export const SHOWN = { history: 'all', absent: 'aside' } as const

/** Returns whether a view is final: its commits are fixed, all of it was read, and its history is known. */
function isSettled({ projects }: View, ref: string): boolean {
  if (!/^[0-9a-f]{40}$/i.test(ref)) return false
  return projects.every(({ components }) =>
    components.every(
      ({ alerts, completeness, config, recent, translations }) =>
        config.vcs === 'local' ||
        (alerts.every(({ name }) => name !== 'RepositoryError') &&
          completeness?.complete === true &&
          recent !== undefined &&
          translations.every(
            ({ filename, lastChange }) => filename === '' || lastChange !== undefined,
          )),
    ),
  )
}
