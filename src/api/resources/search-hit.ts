import { HIT_KINDS, type Hit } from '../../catalog/find-by-name.ts'
import * as s from '../schema/schema.ts'

/** A SearchHit, 3 keys; `url` is the path of its page. */
export function searchHitResource({ url, name, kind }: Hit): s.JsonOf<typeof SEARCH_HIT> {
  return { url, name, category: kind }
}

export const SEARCH_HIT = s.resource('SearchHit', 'Something whose name or code has the text.', {
  url: s.described(s.STRING, 'Path of its page.'),
  name: s.STRING,
  category: s.oneOf(...HIT_KINDS),
})
