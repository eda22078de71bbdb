import type { Component, Translation } from '../model/model.ts'
import { translationPlace } from '../model/paths.ts'
import { checksumText } from '../model/unit.ts'
import { isPlaceOfSource, type UnitLocation } from '../reading/unit-places.ts'

/** A file of a component at the shown commit. */
interface FilePosition {
  readonly filename: string
  /** Counted from 1; undefined for the whole file. */
  readonly line?: number | undefined
}

/**
 * Returns the web page of a file at the component's commit, by the setting `repoweb`; undefined if that is not set, or
 * uses what only Weblate can compute.
 */
export function repowebLink(component: Component, place: FilePosition): string | undefined {
  const { config, commit, branch } = component
  return fill(config.repoweb, component, commit?.oid ?? branch, place)
}

/** Addresses of the pages that show and edit a file of a branch, by host. */
const EDITORS: readonly (readonly [shown: string, edited: string])[] = [
  ['/-/blob/{{branch}}/', '/-/edit/{{branch}}/'],
  ['/blob/{{branch}}/', '/edit/{{branch}}/'],
  ['/src/branch/{{branch}}/', '/_edit/{{branch}}/'],
]

/** Returns the page that edits a file of the component's branch on GitHub, GitLab, Gitea or Forgejo, if any. */
export function editLink(component: Component, place: FilePosition): string | undefined {
  const { repoweb } = component.config
  const editor = EDITORS.find(([shown]) => repoweb.includes(shown))
  return editor && fill(repoweb.replace(...editor), component, component.branch, place)
}

/**
 * Returns where to edit a unit: in the project's Weblate, otherwise in the translation's file on the repository's host,
 * never in the source file. Undefined if neither is known.
 */
export function unitEditLink(
  translation: Translation,
  row: number,
  place: UnitLocation | undefined,
): string | undefined {
  const { component } = translation
  const { weblate } = component.project.config
  if (weblate !== '') {
    const checksum = checksumText(translation.units(), row)
    return `${weblate.replace(/\/$/, '')}/translate/${translationPlace(translation)}/?checksum=${checksum}`
  }
  if (place === undefined) return undefined
  const isElsewhere = isPlaceOfSource(translation, place)
  return editLink(component, isElsewhere ? { filename: translation.filename } : place)
}

/** The supported filters of Weblate's templates. */
const FILTERS = new Map<string, (text: string) => string>(
  Object.entries({
    upper: (text) => text.toUpperCase(),
    lower: (text) => text.toLowerCase(),
    parentdir: (path) => path.replace(/^[^/]*\//, ''),
    dirname: (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))),
    stripext: (path) => path.replace(/([^/.][^/]*)\.[^/.]*$/, '$1'),
  }),
)

function fill(
  template: string,
  { config, project, branch: remoteBranch }: Component,
  branch: string,
  { filename, line = 1 }: FilePosition,
): string | undefined {
  const values: Readonly<Record<string, string>> = {
    ...{ branch, filename, line: String(line) },
    component_remote_branch: remoteBranch,
    component_name: config.name,
    component_slug: config.slug,
    project_name: project.config.name,
    project_slug: project.config.slug,
  }
  const address = template.replace(
    /\{\{\s*(\w+)\s*((?:\|\s*\w+\s*)*)\}\}/g,
    (whole, name, filters: string) => {
      let value = values[name]
      for (const filter of filters.split('|').slice(1)) {
        value = value === undefined ? undefined : FILTERS.get(filter.trim())?.(value)
      }
      return value === undefined ? whole : value.split('/').map(encodeURIComponent).join('/')
    },
  )
  return /^https?:\/\/[^{}]*$/i.test(address) ? address : undefined
}
