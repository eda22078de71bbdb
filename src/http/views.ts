import type { Catalog } from '../catalog/catalog.ts'
import type { View } from '../catalog/model.ts'
import { NotFoundError } from '../errors.ts'
import { parseRange } from '../git/revision.ts'
import type { Jobs } from '../jobs.ts'
import { HttpError, invalid, notFound } from './http-error.ts'
import type { RequestInfo } from './request-info.ts'

/** The other side of a comparison, and its ref as the client named it. */
export interface BaseView {
  readonly view: View
  readonly ref: string
}

/** The views that a request is answered from. */
export interface RequestViews {
  /** As who asks sees it. */
  readonly catalog: Catalog
  readonly view: View
  /** Undefined except in comparisons. */
  readonly base: BaseView | undefined
  /** The ref that `view` shows, as the client named it; undefined: what is served now. */
  readonly ref: string | undefined
  /** Names the content: the same key always means the same answers. */
  readonly key: string
  /** Whether the answers are the same forever: everything in them is at commits named by their full ids. */
  readonly isFixed: boolean
}

/**
 * A request with the views that it is answered from: what all that answers sees, each adding its own. `signal` is aborted
 * when nobody waits for the answer any more.
 */
export interface ViewRequest extends RequestInfo, RequestViews {
  readonly ref: string | undefined
}

/**
 * The views that a request names: `ref` (404 where no repository has it), and for comparisons `base` and `head`, which is
 * another name of `ref` there (400 naming the parameter). Empty parameters are ignored. Rejects with
 * NotReadyError where a view takes long to read.
 */
export async function readViews(
  { catalog, jobs }: { readonly catalog: Catalog; readonly jobs: Jobs },
  { isComparison }: { readonly isComparison?: true | undefined },
  info: Pick<RequestInfo, 'query' | 'ref' | 'principal' | 'client' | 'signal' | 'since'>,
): Promise<RequestViews> {
  const { query, ref } = info
  const viewAt = (ref: string, parameter?: 'base' | 'head') =>
    nameParameter(() => findView({ catalog, jobs }, ref, { ...info, isComparison }), parameter)
  if (isComparison !== true) {
    const view = ref === undefined ? await catalog.view() : await viewAt(ref)
    const isFixed = ref !== undefined && isSettled(view, ref)
    return { catalog, view, base: undefined, ref, key: view.key, isFixed }
  }
  const range = parseRange(query.get('base') || ref || '')
  const baseRef = range?.base ?? (query.get('base') || undefined)
  if (baseRef === undefined) throw new HttpError(400, 'required', 'This field is required.', 'base')
  const base = await viewAt(baseRef, 'base')
  const head = query.get('head') || range?.head
  const shown = head ?? ref
  const view =
    shown === undefined
      ? await catalog.view()
      : await viewAt(shown, head === undefined ? undefined : 'head')
  const isFixed = shown !== undefined && isSettled(view, shown) && isSettled(base, baseRef)
  return {
    catalog,
    view,
    base: { view: base, ref: baseRef },
    ref: shown,
    key: `${view.key}\n${base.key}`,
    isFixed,
  }
}

/** How a ref is read that is shown, not compared. */
export const SHOWN = { history: 'all', absent: 'aside' } as const

/** A view that is not at hand takes a job, which those share who see the same. */
async function findView(
  { catalog, jobs }: { readonly catalog: Catalog; readonly jobs: Jobs },
  ref: string,
  {
    isComparison,
    ...info
  }: Pick<RequestInfo, 'principal' | 'client' | 'signal' | 'since'> & {
    readonly isComparison: true | undefined
  },
): Promise<View> {
  const view = await catalog.refView(ref, isComparison ? { history: 'all' } : SHOWN)
  return view.known ?? jobs.run(`view ${info.principal.id} ${view.key}`, info, view.read)
}

async function nameParameter(
  find: () => Promise<View>,
  parameter: 'base' | 'head' | undefined,
): Promise<View> {
  try {
    return await find()
  } catch (error) {
    // The client named the ref, so the answer may, too.
    if (!(error instanceof NotFoundError)) throw error
    if (parameter === undefined) throw notFound(error.message)
    throw invalid(error.message, parameter)
  }
}

const settled = new WeakMap<View, boolean>()

/** Whether a view will never look different: its commits are fixed, all of it was read and its history is known. */
function isSettled(view: View, ref: string): boolean {
  if (!/^[0-9a-f]{40}$/i.test(ref)) return false
  const cached = settled.get(view)
  if (cached !== undefined) return cached
  const is = view.projects.every(({ components }) =>
    components.every(
      ({ alerts, completeness, recent, translations }) =>
        alerts.every(({ name }) => name !== 'RepositoryError') &&
        completeness?.complete === true &&
        recent !== undefined &&
        translations.every(
          ({ filename, lastChange }) => filename === '' || lastChange !== undefined,
        ),
    ),
  )
  settled.set(view, is)
  return is
}
