import { type Catalog, type CatalogEvent, openCatalog } from '../catalog/catalog.ts'
import type { Component, Translation, View } from '../catalog/model.ts'
import { placeOf } from '../catalog/place.ts'
import { RepositoryError } from '../errors.ts'
import type { Environment } from './place.ts'
import type { Subject } from './subject.ts'
import { UsageError } from './usage-error.ts'

interface OpenOptions {
  /** Whether files are read as they are on disk, where there is a work tree. */
  readonly fromWorkTree: boolean
  readonly environment: Environment
}

/** Reads a subject once, with the server's own catalog. Throws RepositoryError when none of it can be read. */
export async function openSubject(
  { config, name, place }: Subject,
  { fromWorkTree, environment }: OpenOptions,
): Promise<Catalog> {
  const failures: unknown[] = []
  const onEvent = (event: CatalogEvent) => event.type === 'failed' && failures.push(event.error)
  const options = { config, environment, fromWorkTree, withHistory: false, onEvent }
  const catalog = await openCatalog(options)
  await catalog.ready
  // Clones that were there already may be old.
  if (place === undefined) await catalog.refresh()
  if (failures.length > 0) {
    await catalog.close()
    throw failures[0]
  }
  const components = catalog.current().projects.flatMap((project) => project.components)
  if (components.every(({ isReady, config: { vcs } }) => !isReady || vcs === 'local')) {
    await catalog.close()
    const messages = components.flatMap(({ alerts }) => alerts.map(({ message }) => message))
    throw new RepositoryError([...new Set(messages)].join('\n') || `${name}: nothing to read`)
  }
  return catalog
}

/** What of a view is shown. */
export interface Selection {
  /** `project/component` or a component's slug alone; undefined: all. */
  readonly component: string | undefined
  /** A language code in any spelling of case and separators; undefined: all. */
  readonly language: string | undefined
}

/** A component and those of its translations that are shown. */
export interface Selected {
  readonly component: Component
  readonly translations: readonly Translation[]
}

/** The chosen part of a view in its order. Throws UsageError where there is no such component or language. */
export function select({ projects }: View, { component, language }: Selection): Selected[] {
  const all = projects.flatMap((project) => project.components)
  const chosen = component === undefined ? all : all.filter((one) => isCalled(one, component))
  if (chosen.length === 0 && component !== undefined) {
    throw unknown('component', component, all.map(placeOf))
  }
  if (language === undefined) {
    return chosen.map((one) => ({ component: one, translations: one.translations }))
  }
  const wanted = codeKey(language)
  const selected = chosen.map((one) => ({
    component: one,
    translations: one.translations.filter(({ language: { code } }) => codeKey(code) === wanted),
  }))
  if (selected.every(({ translations }) => translations.length === 0)) {
    const codes = chosen.flatMap(({ translations }) => translations.map((one) => one.language.code))
    throw unknown('language', language, [...new Set(codes)].sort())
  }
  return selected.filter(({ translations }) => translations.length > 0)
}

/** The same for all spellings of a language code: `pt-br`, `pt_BR`. */
export function codeKey(code: string): string {
  return code.toLowerCase().replaceAll('-', '_')
}

function isCalled(component: Component, name: string): boolean {
  return name === placeOf(component) || name === component.config.slug
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  const shown = JSON.stringify(name)
  return new UsageError(`--${what}: there is no ${what} ${shown}; known: ${known.join(', ')}`)
}
