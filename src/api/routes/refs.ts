import { type Answer, type ApiRequest, componentOf } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { refResource } from '../resources/ref.ts'

/** Branches and tags come and go while what is served stands still. */
export async function listComponentRefs(request: ApiRequest): Promise<Answer> {
  const { catalog, address, query } = request
  const refs = await catalog.refs(componentOf(request))
  return { json: paginate(listing(refs, refResource), { address, query }), isTransient: true }
}
