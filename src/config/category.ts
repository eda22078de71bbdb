import type { CategoryConfig } from './config.ts'
import { type Context, complete, readFields, readMaps } from './field-reader.ts'
import { categoryFields } from './fields.ts'
import type { LocatedMap } from './yaml.ts'

/** A category with its nested categories, before all are flattened into one list. */
export interface CategoryDraft {
  readonly map: LocatedMap
  readonly slug: string | undefined
  readonly name: string | undefined
  readonly inner: readonly CategoryDraft[]
}

/** Reads the key `categories` of a project or category, recursively. */
export function readCategories(map: LocatedMap, context: Context): CategoryDraft[] {
  return readMaps('categories', map, context).map((inner) => {
    const reader = readFields(categoryFields, inner, context, ['categories'])
    const { slug, name } = complete(categoryFields, reader).partial
    return { map: inner, slug, name, inner: readCategories(inner, context) }
  })
}

/** Flattens categories into one list, parents first. Skips invalid ones. */
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
