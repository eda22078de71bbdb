import type { Json } from '../rendering/json.ts'
import { described, type Resource, STRING } from '../schema/schema.ts'

/** What a search finds, in the order of its answer. */
export const HIT_KINDS = ['Project', 'Category', 'Component', 'User', 'Language'] as const

/** One of them. */
export type HitKind = (typeof HIT_KINDS)[number]

/** A SearchHit, 3 keys; `url` is the path of its page. */
export function searchHitResource(
  { url, name }: { readonly url: string; readonly name: string },
  kind: HitKind,
): Json {
  return { url, name, category: kind }
}

export const SEARCH_HIT: Resource = {
  name: 'SearchHit',
  description: 'Something whose name or code has the text.',
  properties: {
    url: described(STRING, 'Path of its page.'),
    name: STRING,
    category: { type: 'string', enum: HIT_KINDS },
  },
}
