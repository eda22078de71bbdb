import { firstForm, type TranslationDocument } from '../translation-document.ts'

/** Writes keys in file order; an object would put integers first. */
type Tree = Map<string, string | Tree>

/** Contexts with more parts keep their dots. */
const MAX_DEPTH = 256

/** Writes an object with a member for each context; a plural has its first form. */
export function writeJson({ units }: TranslationDocument): string {
  return writeTree(
    new Map(units.map(({ context, targets }) => [context, firstForm(targets)])),
    '',
  ).concat('\n')
}

/**
 * Writes an object whose members nest at the dots of contexts. A context that starts with another whole context keeps
 * its dots, since it cannot nest below a text.
 */
export function writeNestedJson({ units }: TranslationDocument): string {
  const root: Tree = new Map()
  for (const { context, targets } of units) insert(root, context, firstForm(targets))
  return writeTree(root, '').concat('\n')
}

function insert(root: Tree, context: string, text: string): void {
  const keys = context.split('.')
  if (keys.length > MAX_DEPTH) {
    root.set(context, text)
    return
  }
  const last = keys.pop() ?? ''
  let tree = root
  for (const key of keys) {
    const child = tree.get(key) ?? new Map()
    if (typeof child === 'string') {
      root.set(context, text)
      return
    }
    tree.set(key, child)
    tree = child
  }
  if (tree.get(last) instanceof Map) root.set(context, text)
  else tree.set(last, text)
}

function writeTree(tree: Tree, indent: string): string {
  if (tree.size === 0) return '{}'
  const inner = `${indent}    `
  const members = Array.from(tree, ([key, value]) => {
    const text = typeof value === 'string' ? JSON.stringify(value) : writeTree(value, inner)
    return `${inner}${JSON.stringify(key)}: ${text}`
  })
  return `{\n${members.join(',\n')}\n${indent}}`
}
