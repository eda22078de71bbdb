import { type FileTree, type FileTreeEntry, isFolder } from './file-tree.ts'

/**
 * Paths that fit a glob as a shell without recursion finds them: `*` and `**` within a segment, `?`, `[...]`;
 * names that begin with a dot only where the segment does. Through links; the last segment is a file or a folder, as
 * wanted, or a link, which is not followed. In no particular order.
 */
export function findPaths(
  tree: FileTree,
  glob: string,
  kind: 'file' | 'folder' = 'file',
): string[] {
  const segments = glob.split('/')
  const last = segments.pop() ?? ''
  let folders = ['']
  for (const segment of segments) {
    const expression = segmentExpression(segment)
    folders = folders.flatMap((folder) =>
      entriesOf(tree, folder, expression).map(({ name }) => join(folder, name)),
    )
  }
  const expression = segmentExpression(last)
  return folders.flatMap((folder) =>
    entriesOf(tree, folder, expression)
      .filter((entry) => isOfKind(entry, kind))
      .map(({ name }) => join(folder, name)),
  )
}

function isOfKind(entry: FileTreeEntry, kind: 'file' | 'folder'): boolean {
  if (entry.mode === '160000') return false
  return entry.mode === '120000' || isFolder(entry) === (kind === 'folder')
}

/**
 * An expression for the names that a segment of a glob stands for. What follows a star is searched for once and then stays
 * (an atomic group), which is enough for a glob: time is linear in the length of a name.
 */
export function segmentExpression(segment: string): RegExp {
  const [first = '', ...others] = partsOf(segment)
  const last = others.pop()
  const middle = others.map((part, index) => `(?=([^]*?${part}))\\${index + 1}`).join('')
  const dot = segment.startsWith('.') || !/[*?[]/.test(segment) ? '' : '(?!\\.)'
  return new RegExp(`^${dot}${first}${middle}${last === undefined ? '' : `[^]*${last}`}$`, 'u')
}

/** The parts between the stars as expressions. */
function partsOf(segment: string): string[] {
  const parts = segment.replace(
    /\*+|\?|\[(!?)(\]?[^\]]*)\]|[\s\S]/gu,
    (token: string, negation?: string, members?: string) => {
      // Everything else is a letter, a figure or escaped.
      if (token.startsWith('*')) return '*'
      if (token === '?') return '[^]'
      if (members === undefined) return escapeCharacter(token)
      return classExpression(members, negation === '!')
    },
  )
  return parts.split('*')
}

function classExpression(members: string, isNegated: boolean): string {
  let source = ''
  const characters = [...members]
  for (let i = 0; i < characters.length; i++) {
    const from = characters[i] ?? ''
    const to = characters[i + 2]
    if (characters[i + 1] !== '-' || to === undefined) {
      source += escapeCharacter(from)
      continue
    }
    // A range that runs backwards is empty, as in Python.
    if ((from.codePointAt(0) ?? 0) <= (to.codePointAt(0) ?? 0)) {
      source += `${escapeCharacter(from)}-${escapeCharacter(to)}`
    }
    i += 2
  }
  return isNegated ? `[^${source}]` : `[${source}]`
}

function escapeCharacter(character: string): string {
  return /[\p{L}\p{N}_]/u.test(character)
    ? character
    : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

function entriesOf(tree: FileTree, folder: string, expression: RegExp): readonly FileTreeEntry[] {
  return tree.list(folder).filter(({ name }) => expression.test(name))
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
