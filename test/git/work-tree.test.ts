import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findWorkTree, openWorkTree, WORK_TREE_OID } from '../../src/git/work-tree.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { listWorkTree } from '../support/work-tree.ts'

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function createWorkTree(files: Readonly<Record<string, string>>): string {
  const folder = createTemporaryFolder()
  runGit(folder, 'init', '--quiet', '--initial-branch', 'main')
  write(folder, files)
  runGit(folder, 'add', '--all')
  runGit(folder, 'commit', '--quiet', '--message', 'First')
  return folder
}

test.skipIf(!hasGit())('the files on disk have the ids and the order that Git gives them', () => {
  const folder = createWorkTree({
    'a.json': '{}',
    'a/b.json': '1',
    'a-b': '',
    'é/ü.arb': '{"ü":1}',
  })
  write(folder, { 'a.json': '{"edited": "yes"}', 'new.json': 'untracked', 'a0/x': 'x' })
  symlinkSync('a/b.json', join(folder, 'link'))
  const listed = listWorkTree(folder)
  runGit(folder, 'add', '--all')
  const staged = runGit(folder, '-c', 'core.quotePath=off', 'ls-files', '--stage')
  expect(listed).toStrictEqual(staged.split('\n').map((line) => line.replace(/ 0\t/, ' ')))
})

test.skipIf(!hasGit())('files are read by their ids, and links as their targets', () => {
  const folder = createWorkTree({ 'a.json': '{}' })
  symlinkSync('/etc/passwd', join(folder, 'evil'))
  const repository = openWorkTree({ path: folder, environment: {} })
  const { tree } = repository.readCommit(WORK_TREE_OID)
  const texts = repository
    .readTree(tree)
    .map(({ name, oid }) => [name, repository.readBlob(oid).toString()])
  expect(texts).toStrictEqual([
    ['a.json', '{}'],
    ['evil', '/etc/passwd'],
  ])
  repository.close()
})

test.skipIf(!hasGit())('a file keeps the content from when its id was computed', () => {
  const folder = createWorkTree({ 'a.json': 'before' })
  const repository = openWorkTree({ path: folder, environment: {} })
  const [entry] = repository.readTree(repository.readCommit(WORK_TREE_OID).tree)
  const oid = entry?.oid ?? ''
  write(folder, { 'a.json': 'after' })
  expect([entry?.oid, repository.readBlob(oid).toString()]).toStrictEqual([oid, 'before'])
  repository.close()
})

test.skipIf(!hasGit())('commits of the repository stay readable, and HEAD is the parent', () => {
  const folder = createWorkTree({ 'a.json': 'committed' })
  write(folder, { 'a.json': 'edited' })
  const repository = openWorkTree({ path: folder, environment: {} })
  const head = repository.resolve('main') ?? ''
  const [entry] = repository.readTree(repository.readCommit(head).tree)
  expect(repository.readBlob(entry?.oid ?? '').toString()).toBe('committed')
  expect(repository.readCommit(WORK_TREE_OID)).toMatchObject({
    oid: WORK_TREE_OID,
    parents: [head],
    committer: { name: 'Not Committed Yet', timestamp: 1_704_067_200 },
  })
  repository.close()
})

test.skipIf(!hasGit())('nested repositories, pipes and .git are left out', () => {
  const folder = createWorkTree({ 'a.json': '{}' })
  write(folder, { 'nested/.git': 'gitdir: elsewhere', 'nested/b.json': '{}' })
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const repository = openWorkTree({ path: folder, environment: {} })
  expect(listWorkTree(folder).map((line) => line.split(' ')[2])).toStrictEqual(['a.json'])
  repository.close()
})

test.skipIf(!hasGit())('a file over the limit fails when it is read, not when it is listed', () => {
  const folder = createWorkTree({ 'a.json': ' '.repeat(1001) })
  const repository = openWorkTree({ path: folder, environment: {}, maxObjectBytes: 1000 })
  const [entry] = repository.readTree(repository.readCommit(WORK_TREE_OID).tree)
  expect(() => repository.readBlob(entry?.oid ?? '')).toThrow('1001 bytes, over the limit of 1000')
  repository.close()
})

test.skipIf(!hasGit())('a repository without commits has a work tree', () => {
  const folder = createTemporaryFolder()
  runGit(folder, 'init', '--quiet')
  write(folder, { 'a.json': '{}' })
  const repository = openWorkTree({ path: folder, environment: {} })
  expect(repository.readCommit(WORK_TREE_OID).parents).toStrictEqual([])
  expect(listWorkTree(folder)).toStrictEqual([
    '100644 9e26dfeeb6e641a33dae4961196235bdb965b21b a.json',
  ])
  repository.close()
})

test.skipIf(!hasGit())('the top of a work tree is found from its folders', () => {
  const folder = createWorkTree({ 'a/b/c.json': '{}' })
  expect(findWorkTree(join(folder, 'a/b'))).toBe(folder)
})

test('a folder without .git is not a work tree', () => {
  const folder = createTemporaryFolder()
  expect(() => openWorkTree({ path: folder, environment: {} })).toThrow(
    `${folder}: expected a work tree (with .git)`,
  )
})
