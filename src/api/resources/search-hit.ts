import { HIT_KINDS, type Hit } from '../../catalog/find-by-name.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'

/** Returns a SearchHit, 3 keys. `url` is the path of its page, including the base path of the server. */
export function searchHitResource(
  { url, name, kind }: Hit,
  { base }: Links,
): s.JsonOf<typeof SEARCH_HIT> {
  return { url: `${base}${url}`.replace(/^\w+:\/\/[^/]+/, ''), name, category: kind }
}

export const SEARCH_HIT = s.resource(
  'SearchHit',
  'An object whose name or code contains the text.',
  {
    url: s.described(s.STRING, 'Path of the page about the object.'),
    name: s.STRING,
    category: s.oneOf(...HIT_KINDS),
  },
)
