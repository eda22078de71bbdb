import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { Component, Translation } from './model.ts'

/** Returns a component's path within its project: the slugs of its categories and its own, joined with `/`. */
export function pathInProject({ category, slug }: ComponentConfig): string {
  return category === '' ? slug : `${category}/${slug}`
}

/** Returns `project/component` or `project/category/component`, as pages, links and archives name it. */
export function placeOf({ project, config }: Component): string {
  return `${project.config.slug}/${pathInProject(config)}`
}

/** Returns the same for a configured component, or the project's slug alone. */
export function pathOf({ slug }: ProjectConfig, component?: ComponentConfig): string {
  return component === undefined ? slug : `${slug}/${pathInProject(component)}`
}

/** `project/component/language`: the part that the addresses of a translation's pages share. */
export function translationPlace({ component, language }: Translation): string {
  return `${placeOf(component)}/${encodeSegment(language.code)}`
}

/** Returns the component's address in the API: `project/category%252Fcomponent`, encoded twice as in Weblate. */
export function encodedPlaceOf(component: Component): string {
  return encodePlace(placeOf(component))
}

/** `project/category/component` as the API names it. */
export function encodePlace(place: string): string {
  const [project, ...path] = place.split('/')
  return `${project}/${path.join('%252F')}`
}

/** Encodes a part of an address that may hold anything, such as a language's code, as Django's `reverse` does. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /%(?:24|26|2B|2C|3A|3B|3D|40)/g,
    decodeURIComponent,
  )
}
