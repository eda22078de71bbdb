import { expect, test } from 'vitest'
import type { Repository } from '../../src/git/repository.ts'
import {
  createFileTree,
  type FileTreeEntry,
  fileTreeOfCommit,
  fileTreeOfPaths,
} from '../../src/reading/file-tree.ts'
import { findPaths } from '../../src/reading/find-paths.ts'

test('a glob reads only the folders that it can match, each once', () => {
  const folders: Record<string, FileTreeEntry[]> = {
    '': [
      { mode: '40000', name: 'l', oid: '1' },
      { mode: '40000', name: 'node_modules', oid: '2' },
    ],
    '1': [
      { mode: '40000', name: 'de', oid: '3' },
      { mode: '40000', name: 'fr', oid: '4' },
      { mode: '100644', name: 'README', oid: '5' },
    ],
    '3': [{ mode: '100644', name: 'a.json', oid: '6' }],
    '4': [{ mode: '160000', name: 'a.json', oid: '7' }],
  }
  const read: string[] = []
  const tree = createFileTree({
    list: (path, oid) => {
      read.push(path)
      return folders[oid] ?? []
    },
    readLink: () => '',
  })
  expect(findPaths(tree, 'l/*/a.json')).toEqual(['l/de/a.json'])
  expect(tree.resolve('l/de/a.json')).toEqual({ kind: 'file', path: 'l/de/a.json', oid: '6' })
  expect(read).toEqual(['', 'l', 'l/de', 'l/fr'])
})

test('entries whose names are paths to other places are left out', () => {
  const names = ['..', '.', '', 'a/b', '...', 'ok']
  const tree = createFileTree({
    list: () => names.map((name) => ({ mode: '100644', name, oid: '' })),
    readLink: () => '',
  })
  expect(tree.list('').map(({ name }) => name)).toEqual(['...', 'ok'])
})

const tree = fileTreeOfPaths([
  { path: 'a/b/file', oid: '1' },
  { path: 'a/link', link: 'b' },
  { path: 'up', link: 'a/link/../../a/b/file' },
  { path: 'through', link: 'a/b/file/x' },
  { path: 'out', link: 'a/../../etc' },
  { path: 'self', link: 'self' },
])

test.each([
  ['a/link/file', { kind: 'file', path: 'a/b/file', oid: '1' }],
  ['up', { kind: 'file', path: 'a/b/file', oid: '1' }],
  ['a/link', { kind: 'folder', path: 'a/b', oid: '' }],
  ['', { kind: 'folder', path: '', oid: '' }],
  ['through', { kind: 'missing' }],
  ['nothing/here', { kind: 'missing' }],
  ['out', { kind: 'outside' }],
  ['self', { kind: 'loop' }],
])('the path %j resolves to %j', (path, resolved) => {
  expect(tree.resolve(path)).toEqual(resolved)
})

test('consecutive readers of a commit share the folders that were read', () => {
  const reads: string[] = []
  const repository = {
    readTree(oid: string) {
      reads.push(oid)
      const name = oid === 'root' ? 'l' : 'de.json'
      return [{ mode: oid === 'root' ? '40000' : '100644', name, oid: `${name} of ${oid}` }]
    },
    readBlob: () => Buffer.of(),
  } as unknown as Repository // Nothing else of it is used.
  const kinds = ['root', 'root', 'other'].map(
    (root) => fileTreeOfCommit(repository, root).resolve('l/de.json').kind,
  )
  expect([kinds, reads]).toEqual([
    ['file', 'file', 'missing'],
    ['root', 'l of root', 'other'],
  ])
})
