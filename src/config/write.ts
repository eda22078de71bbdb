import { Document, type Node, parseDocument } from 'yaml'
import type { WeblateVersion } from '../weblate-version.ts'
import type { ComponentFields } from './component-fields.ts'
import { fieldName } from './field.ts'
import type { CategoryFields, ProjectFields } from './fields.ts'

/** A project to write; omitted fields have their defaults. */
export interface ProjectText {
  readonly fields: Partial<ProjectFields>
  readonly comments: readonly string[]
  readonly categories: readonly CategoryText[]
  /** Undefined if gitglot discovers them in the project's repository. */
  readonly components: readonly ComponentText[] | undefined
}

/** A category to write, with its nested categories. */
export interface CategoryText {
  readonly fields: CategoryFields
  readonly categories: readonly CategoryText[]
}

/** A component to write, with the comments above it. */
export interface ComponentText {
  readonly fields: Partial<ComponentFields>
  readonly comments: readonly string[]
}

/** Writes a YAML configuration of these projects, as `readConfig` reads it; `header` holds the first lines. */
export function writeConfig(
  projects: readonly ProjectText[],
  header: readonly string[],
  weblate?: WeblateVersion,
): string {
  const document = new Document({ ...(weblate && { weblate }), projects: [] })
  document.commentBefore = commentOf(header)
  for (const project of projects) document.addIn(['projects'], projectNode(document, project))
  return document.toString({ lineWidth: 0 })
}

/** Adds a project to a configuration that `readConfig` accepts, preserving the rest, including comments. */
export function addProject(text: string, project: ProjectText): string {
  const document = parseDocument(text)
  document.addIn(['projects'], projectNode(document, project))
  return document.toString({ lineWidth: 0 })
}

/** Adds components to the project at an index in the same way. */
export function addComponents(
  text: string,
  index: number,
  components: readonly ComponentText[],
): string {
  const document = parseDocument(text)
  for (const component of components) {
    document.addIn(['projects', index, 'components'], componentNode(document, component))
  }
  return document.toString({ lineWidth: 0 })
}

function projectNode(document: Document, project: ProjectText): Node {
  const components = project.components?.map((component) => componentNode(document, component))
  const value = { ...categoryValue(project), ...(components && { components }) }
  return nodeOf(document, value, project.comments)
}

function componentNode(document: Document, { fields, comments }: ComponentText): Node {
  return nodeOf(document, namedFields(fields), comments)
}

function nodeOf(document: Document, value: object, comments: readonly string[]): Node {
  const node = document.createNode(value)
  if (comments.length > 0) node.commentBefore = commentOf(comments)
  return node
}

function categoryValue({ fields, categories }: CategoryText | ProjectText): object {
  return {
    ...namedFields(fields),
    ...(categories.length > 0 && { categories: categories.map(categoryValue) }),
  }
}

/** Converts to Weblate's names. Escapes `${`, which would otherwise mean an environment variable. */
function namedFields(fields: object): Record<string, unknown> {
  const escaped = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll('${', '$$${')
    if (Array.isArray(value)) return value.map(escaped)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escaped(member)]))
  }
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    present.map(([property, value]) => [fieldName(property), escaped(value)]),
  )
}

/** Removes control characters, since text from other sources must not end the comment. */
function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`).join('\n')
}
