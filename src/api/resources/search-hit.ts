import * as s from '../schema/schema.ts'

/** The kinds of things that a search finds, in the order of its answer. */
export const HIT_KINDS = ['Project', 'Category', 'Component', 'User', 'Language'] as const

/** One of them. */
export type HitKind = (typeof HIT_KINDS)[number]

/** A SearchHit, 3 keys; `url` is the path of its page. */
export function searchHitResource(
  { url, name }: { readonly url: string; readonly name: string },
  kind: HitKind,
): s.JsonOf<typeof SEARCH_HIT> {
  return { url, name, category: kind }
}

export const SEARCH_HIT = s.resource('SearchHit', 'Something whose name or code has the text.', {
  url: s.described(s.STRING, 'Path of its page.'),
  name: s.STRING,
  category: s.oneOf(...HIT_KINDS),
})
