import { listing } from '../pagination.ts'
import { type Answer, type ApiRequest, pageOf } from '../request.ts'
import { BOOLEAN, LINK, type Resource } from '../schema/schema.ts'

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

/** `/`: the addresses of the lists. */
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

export const ROOT: Resource = {
  name: 'Root',
  description: 'Where the lists are.',
  properties: Object.fromEntries(NAMES.map((name) => [name, LINK])),
}

export const LOCK: Resource = {
  name: 'Lock',
  description: 'Whether translating is locked.',
  properties: { locked: BOOLEAN },
}

/** What an empty list would be made of. */
export const NOTHING: Resource = {
  name: 'Nothing',
  description: 'Something that this server never has.',
  properties: {},
}
