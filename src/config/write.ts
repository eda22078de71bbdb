import { Document, isMap, isSeq, type Node, parseDocument } from 'yaml'
import type { WeblateVersion } from '../weblate-version.ts'
import type { ComponentFields } from './component-fields.ts'
import { fieldName } from './field.ts'
import type { CategoryFields, ProjectFields } from './fields.ts'

/** A project to write; omitted fields have their defaults. */
export interface ProjectText {
  readonly fields: Partial<ProjectFields>
  readonly comments: readonly string[]
  readonly categories: readonly CategoryText[]
  readonly components: readonly ComponentText[]
}

/** A project; without `components`, gitglot discovers them in its repository. */
type AnyProjectText = Omit<ProjectText, 'components'> & Partial<Pick<ProjectText, 'components'>>

export interface CategoryText {
  readonly fields: CategoryFields
  readonly categories: readonly CategoryText[]
}

export interface ComponentText {
  readonly fields: Partial<ComponentFields>
  readonly comments: readonly string[]
}

/** Writes a YAML configuration of these projects, as `readConfig` reads it; `header` holds the first lines. */
export function writeConfig(
  projects: readonly AnyProjectText[],
  header: readonly string[],
  weblate?: WeblateVersion,
): string {
  const document = new Document({ ...(weblate && { weblate }), projects: [] })
  document.commentBefore = commentOf(header)
  for (const project of projects) document.addIn(['projects'], projectNode(document, project))
  return document.toString({ lineWidth: 0 })
}

/**
 * Adds a project to a configuration, preserving everything else, including comments. `readConfig` must accept the text.
 */
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
    const node = document.createNode(namedFields(component.fields))
    comment(node, component.comments)
    document.addIn(['projects', index, 'components'], node)
  }
  return document.toString({ lineWidth: 0 })
}

function projectNode(document: Document, project: AnyProjectText): Node {
  const node = document.createNode(projectValue(project))
  comment(node, project.comments)
  const componentNodes = isMap(node) ? itemsOf(node.get('components')) : []
  for (const [at, text] of (project.components ?? []).entries())
    comment(componentNodes[at], text.comments)
  return node
}

function projectValue({ fields, categories, components }: AnyProjectText): object {
  return {
    ...namedFields(fields),
    ...(categories.length > 0 && { categories: categories.map(categoryValue) }),
    ...(components && { components: components.map((text) => namedFields(text.fields)) }),
  }
}

function categoryValue({ fields, categories }: CategoryText): object {
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

function itemsOf(node: unknown): Node[] {
  // The functions above create only lists of mappings.
  return isSeq<Node>(node) ? node.items : []
}

function comment(node: Node | undefined, lines: readonly string[]): void {
  if (node && lines.length > 0) node.commentBefore = commentOf(lines)
}

/** Removes control characters, since text from other sources must not end the comment. */
function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`).join('\n')
}
