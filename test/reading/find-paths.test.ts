import { expect, test } from 'vitest'
import { createFileTree, type FileTree, type FileTreeEntry } from '../../src/reading/file-tree.ts'
import { findPaths } from '../../src/reading/find-paths.ts'

const file = (name: string): FileTreeEntry => ({ mode: '100644', name, oid: 'file' })
const folder = (name: string, oid: string): FileTreeEntry => ({ mode: '40000', name, oid })
const link = (name: string, oid: string): FileTreeEntry => ({ mode: '120000', name, oid })

/** A tree of folders by id, with the root `''`; the id of a link is its target. */
function treeOf(
  folders: Readonly<Record<string, readonly FileTreeEntry[]>>,
): FileTree & { readonly counted: () => number } {
  let count = 0
  const tree = createFileTree({
    list: (_, oid) => folders[oid] ?? [],
    readLink: (_, oid) => oid,
  })
  const list = (path: string): readonly FileTreeEntry[] => {
    count++
    return tree.list(path)
  }
  return { ...tree, list, counted: () => count }
}

/** Nine levels of ten folders each, with a file at the end: 10^9 paths. */
const bomb = treeOf({
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, level) => [
      level === 0 ? '' : `level ${level}`,
      Array.from({ length: 10 }, (__, i) => folder(`d${i}`, `level ${level + 1}`)),
    ]),
  ),
  'level 9': [file('de.json')],
})

test('a tree of identical folders is searched once per depth', () => {
  expect(findPaths(bomb, '*/*/*/*/*/*/*/*/*/*.po')).toEqual([])
  expect(bomb.counted()).toBe(10)
  expect(findPaths(bomb, 'd0/*/d0/d0/d0/d0/d0/d0/d0/*.json')).toHaveLength(10)
})

test('a tree with too many paths is refused before listing them', () => {
  const before = bomb.counted()
  const message = '*/*/*/*/*/*/*/*/*/*.json: expected at most 50000 files and folders, found more'
  expect(() => findPaths(bomb, '*/*/*/*/*/*/*/*/*/*.json')).toThrow(message)
  expect(bomb.counted() - before).toBe(10)
})

test('a folder with too many entries is refused even if none matches', () => {
  const large = treeOf({ '': Array.from({ length: 101 }, (_, i) => file(`f${i}`)) })
  expect(() => findPaths(large, '*.json', { maxMatches: 10 })).toThrow(
    '*.json: expected at most 100 entries in its folders, found more',
  )
})

test('links count towards the limit of paths like folders', () => {
  const links = treeOf({ '': [link('a', '.'), link('b', '.'), file('de.json')] })
  expect(findPaths(links, '*/*/de.json')).toHaveLength(4)
  expect(() => findPaths(links, `${'*/'.repeat(30)}de.json`)).toThrow('files and folders')
})

test('identical folders with links to the outside are searched separately', () => {
  const tree = treeOf({
    '': [folder('a', 'ab'), folder('b', 'ab')],
    ab: [folder('in', 'in'), folder('c', 'c')],
    c: [link('up', '../in'), link('side', '../../only-a')],
    in: [file('x.json')],
  })
  expect(findPaths(tree, '*/c/*/x.json')).toEqual(['a/c/up/x.json', 'b/c/up/x.json'])
  const uneven = treeOf({
    '': [folder('a', 'a'), folder('b', 'b')],
    a: [folder('c', 'c'), folder('in', 'in')],
    b: [folder('c', 'c')],
    c: [link('up', '../in')],
    in: [file('x.json')],
  })
  expect(findPaths(uneven, '*/c/*/x.json')).toEqual(['a/c/up/x.json'])
})

test('the total work of following links is limited', () => {
  const target = `${'a/../'.repeat(800)}b`
  const links = Array.from({ length: 5000 }, (_, i) => link(`l${i}`, target))
  const tree = treeOf({ '': [...links, folder('a', 'a'), file('b')] })
  expect(tree.resolve('l0').kind).toBe('file')
  expect(() => links.map(({ name }) => tree.resolve(name))).toThrow(/^l62\d: too many links/)
})
