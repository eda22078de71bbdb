import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Named, withUniqueNames } from '../../config/unique-names.ts'
import {
  addComponents,
  addProject,
  type ComponentText,
  type ProjectText,
} from '../../config/write.ts'
import { addressKey } from '../../git/remote/remote-addresses.ts'
import { readConfigFile } from '../config-file.ts'

/**
 * Adds missing components to a configuration: to the project of the same repository, otherwise in a new project. Slugs
 * and names that are taken get a number. Returns the text and the number of new components; undefined if there is no
 * file. Throws ConfigError if it is invalid.
 */
export function addToConfig(
  file: string,
  projectText: ProjectText,
): { readonly text: string; readonly count: number } | undefined {
  if (!existsSync(file)) return undefined
  const { projects } = readConfigFile(file, process.env)
  const text = readFileSync(file, 'utf8')
  const key = keyOf(projectText.fields.repo ?? '', file)
  const isSame = ({ repo, vcs }: { readonly repo: string; readonly vcs: string }) =>
    vcs === 'git' && keyOf(repo, file) === key
  // Such a project finds them by itself.
  if (projects.some(({ discover }) => discover && keyOf(discover.repo, file) === key)) {
    return { text, count: 0 }
  }
  const masks = new Set(
    projects.flatMap(({ components }) => components.filter(isSame).map(({ filemask }) => filemask)),
  )
  const { components: found = [] } = projectText
  const added = found.filter(({ fields }) => !masks.has(fields.filemask ?? ''))
  const count = added.length
  if (count === 0) return { text, count }
  const index = projects.findIndex(({ components }) => components.some(isSame))
  const project = projects[index]
  if (project === undefined) {
    const fields = withUniqueNames(projectText.fields, projects)
    return { text: addProject(text, { ...projectText, fields }), count }
  }
  const taken: Named[] = [...project.components, ...project.categories]
  const components: ComponentText[] = []
  for (const component of added) {
    // The project may have no repository of its own, or another one.
    const fields = withUniqueNames(
      { ...component.fields, repo: projectText.fields.repo ?? '' },
      taken,
    )
    components.push({ ...component, fields })
    taken.push(fields)
  }
  return { text: addComponents(text, index, components), count }
}

/** Normalizes the address of a repository, or its path in a file, to a key. */
function keyOf(repo: string, file: string): string {
  return addressKey(repo) ?? resolve(dirname(file), repo)
}
