import type { Answer, ApiRequest } from '../endpoint.ts'
import { rootResource } from '../resources/root.ts'

/** `/`: the addresses of the lists. */
export function showRoot({ links }: ApiRequest): Answer {
  return { json: rootResource(links) }
}
