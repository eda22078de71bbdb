import { listing } from '../pagination.ts'
import { type Answer, type ApiRequest, pageOf } from '../request.ts'

const NAMES = [
  'users',
  'groups',
  'roles',
  'projects',
  'components',
  'translations',
  'memory',
  'languages',
  'component-lists',
  'changes',
  'units',
  'screenshots',
  'addons',
  'categories',
]

export function showRoot({ links }: ApiRequest): Answer {
  return { json: Object.fromEntries(NAMES.map((name) => [name, links.api(`${name}/`)])) }
}

/** A list of something that only a server with a database has. */
export function listNothing(request: ApiRequest): Answer {
  return pageOf(
    request,
    listing([], () => null),
  )
}

/** Nothing is ever locked: nothing can be written. */
export function showLock(): Answer {
  return { json: { locked: false } }
}
