import type { CategoryConfig } from './config.ts'
import { categoryFields } from './fields.ts'
import { complete, readFields, type Surroundings } from './values.ts'
import type { LocatedMap } from './yaml.ts'

/** A category with those inside it, before it is put into one list with all others. */
export interface CategoryDraft {
  readonly map: LocatedMap
  readonly slug: string | undefined
  readonly name: string | undefined
  readonly inner: readonly CategoryDraft[]
}

/** Reads categories and, by their key `categories`, those inside them; complains about each wrong field. */
export function readCategories(
  maps: readonly LocatedMap[],
  surroundings: Surroundings,
  readInner: (map: LocatedMap) => readonly LocatedMap[],
): CategoryDraft[] {
  return maps.map((map) => {
    const given = readFields(categoryFields, map, ['categories'], surroundings)
    const { partial } = complete(categoryFields, given, {})
    const inner = readCategories(readInner(map), surroundings, readInner)
    return { map, slug: partial.slug, name: partial.name, inner }
  })
}

/** All categories, each after the one that it is in; those that are wrong are left out. */
export function flattenCategories(
  drafts: readonly CategoryDraft[],
  outer: string,
): CategoryConfig[] {
  return drafts.flatMap(({ slug, name, inner }) => {
    if (slug === undefined || name === undefined) return []
    const path = outer === '' ? slug : `${outer}/${slug}`
    return [{ slug, name, path }, ...flattenCategories(inner, path)]
  })
}
