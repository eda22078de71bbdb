import { type Answer, type ApiRequest, pageOf } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { UNLOCKED } from '../resources/never.ts'

/** A list of something that only a server with a database has. */
export function listNothing(request: ApiRequest): Answer {
  return pageOf(
    request,
    listing([], () => null),
  )
}

/** Whether something is locked. */
export function showLock(): Answer {
  return { json: UNLOCKED }
}
