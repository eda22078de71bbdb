import fs, { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as git from 'isomorphic-git'
import { beforeEach, describe, expect, test } from 'vitest'
import { openRepository } from '../../src/git/open.ts'
import { isFullRefName } from '../../src/git/refs.ts'
import type { Repository } from '../../src/git/repository.ts'
import {
  createRepository,
  createTemporaryFolder,
  hasGit,
  runGit,
} from '../support/git-repository.ts'

let path: string
let repository: Repository
let first: string
let second: string

beforeEach(async () => {
  const made = await createRepository([{ 'a.txt': 'one' }, { 'a.txt': 'two' }])
  path = made.path
  first = made.commits[0] ?? ''
  second = made.commits[1] ?? ''
  repository = openRepository({ path })
})

function writeRef(name: string, content: string): void {
  mkdirSync(join(path, name, '..'), { recursive: true })
  writeFileSync(join(path, name), content)
}

async function writeTag(object: string, type: 'commit' | 'tree' | 'tag'): Promise<string> {
  const tag = `object ${object}\ntype ${type}\ntag v1\ntagger A <a@b> 0 +0000\n\n`
  const options = { fs, gitdir: path, type: 'tag', format: 'content' } as const
  return git.writeObject({ ...options, object: Buffer.from(tag) })
}

test('a branch is preferred to a tag and a tag to a branch of the origin', () => {
  writeRef('refs/remotes/origin/x', `${first}\n`)
  expect(repository.resolve('x')).toBe(first)
  writeRef('refs/tags/x', `${second}\n`)
  expect(repository.resolve('x')).toBe(second)
  writeRef('refs/heads/x', `${first}\n`)
  expect(repository.resolve('x')).toBe(first)
  expect(repository.resolve('refs/tags/x')).toBe(second)
})

test('the id of an existing commit resolves to itself', async () => {
  const { tree } = repository.readCommit(first)
  const tag = await writeTag(first, 'commit')
  const names = [first, first.toUpperCase(), tag, tree, 'f'.repeat(40)]
  expect(names.map((name) => repository.resolve(name))).toEqual([
    first,
    first,
    first,
    undefined,
    undefined,
  ])
})

test('a prefix of a commit id resolves from 7 digits on', () => {
  const { tree } = repository.readCommit(first)
  const short = [first.slice(0, 7), first.slice(0, 39).toUpperCase()]
  const others = [first.slice(0, 6), tree.slice(0, 10), `${first.slice(0, 7)}g`, 'f'.repeat(20)]
  expect([...short, ...others].map((name) => repository.resolve(name))).toEqual([
    first,
    first,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a branch is preferred to a commit whose id starts with its name', () => {
  writeRef(`refs/heads/${first.slice(0, 8)}`, second)
  expect([repository.resolve(first.slice(0, 8)), repository.resolve(first.slice(0, 9))]).toEqual([
    second,
    first,
  ])
})

test.skipIf(!hasGit())('short ids are found in packs', () => {
  runGit(path, 'repack', '-adq')
  const packed = openRepository({ path })
  const ids = [first, second]
  expect(ids.map((oid) => packed.resolve(oid.slice(0, 7)))).toEqual(ids)
})

test('annotated tags are peeled, also tags of tags', async () => {
  const tag = await writeTag(second, 'commit')
  writeRef('refs/tags/v1', tag)
  writeRef('refs/tags/v2', await writeTag(tag, 'tag'))
  writeRef('refs/tags/tree', await writeTag(repository.readCommit(first).tree, 'tree'))
  const names = ['v1', 'v2', 'tree']
  expect(names.map((name) => repository.resolve(name))).toEqual([second, second, undefined])
})

test('a long chain of tags is refused', async () => {
  let tag = await writeTag(second, 'commit')
  for (let i = 0; i < 20; i++) tag = await writeTag(tag, 'tag')
  writeRef('refs/tags/v1', tag)
  expect(() => repository.resolve('v1')).toThrow(`object ${tag}: more than 16 tags in a row`)
})

test('packed refs are read again when they change, and a loose ref overrides them', async () => {
  const tag = await writeTag(first, 'commit')
  const lines = `# pack-refs with: peeled fully-peeled sorted\n${first} refs/heads/p\n${tag} refs/tags/t\n^${first}\n`
  writeRef('packed-refs', lines)
  expect(['p', 't'].map((name) => repository.resolve(name))).toEqual([first, first])
  writeRef('packed-refs', `${lines}${second} refs/heads/q\r\n`)
  expect(['p', 'q'].map((name) => repository.resolve(name))).toEqual([first, second])
  writeRef('refs/heads/p', second)
  expect(repository.resolve('p')).toBe(second)
})

test.each([
  ['zeros', () => '\0'.repeat(100)],
  ['zeros in a name', () => `${first} refs/heads/p\0\0\n`],
  ['a line that is cut off', () => `${first} refs/heads/main\n${second} refs/hea`],
  ['an empty line', () => `${first} refs/heads/main\n\n`],
])('packed refs with %s are refused', (_what, text) => {
  writeRef('packed-refs', text())
  expect(() => repository.resolve('p')).toThrow(
    'packed-refs: expected an object id and the name of a ref in each line',
  )
})

test('a symbolic ref is followed, a cyclic one is refused', () => {
  writeRef('refs/remotes/origin/HEAD', 'ref: refs/heads/main\n')
  writeRef('refs/heads/a', 'ref: refs/heads/b\n')
  writeRef('refs/heads/b', 'ref: refs/heads/a\n')
  writeRef('refs/heads/c', 'ref: refs/heads/gone\n')
  expect(repository.resolve('refs/remotes/origin/HEAD')).toBe(second)
  expect(repository.resolve('c')).toBe(undefined)
  expect(() => repository.resolve('a')).toThrow(
    'ref refs/heads/a: expected at most 5 symbolic refs in a row',
  )
})

test.each([
  ['', 'expected an object id or a symbolic ref'],
  ['hello', 'expected an object id or a symbolic ref'],
  [`${'1'.repeat(41)}\n`, 'expected an object id or a symbolic ref'],
  ['ref: ../../etc/passwd', 'expected a symbolic ref to a name below refs/'],
  ['ref: refs/heads/../../../etc/passwd', 'expected a symbolic ref to a name below refs/'],
  ['ref: /etc/passwd', 'expected a symbolic ref to a name below refs/'],
  ['ref:', 'expected a symbolic ref to a name below refs/'],
])('a ref that holds %j is refused', (content, message) => {
  writeRef('refs/heads/x', content)
  expect(() => repository.resolve('x')).toThrow(`${join(path, 'refs/heads/x')}: ${message}`)
})

test('a ref to a missing object is refused', () => {
  const oid = 'f'.repeat(40)
  writeRef('refs/heads/x', oid)
  expect(() => repository.resolve('x')).toThrow(`object ${oid}: missing`)
})

test('links are followed inside the repository only', () => {
  const outside = createTemporaryFolder()
  writeFileSync(join(outside, 'secret'), first)
  symlinkSync(join(outside, 'secret'), join(path, 'refs/heads/file'))
  symlinkSync(outside, join(path, 'refs/heads/folder'))
  symlinkSync('main', join(path, 'refs/heads/inside'))
  const names = ['file', 'folder/secret', 'inside']
  expect(names.map((name) => repository.resolve(name))).toEqual([undefined, undefined, second])
})

test('a name that is too long for a file is not a ref', () => {
  for (const length of [256, 4000]) expect(repository.resolve('a'.repeat(length))).toBe(undefined)
})

test('a folder is not a ref', () => {
  writeRef('refs/heads/a/b', first)
  expect(['a', 'a/b', 'main/x'].map((name) => repository.resolve(name))).toEqual([
    undefined,
    first,
    undefined,
  ])
})

describe('names', () => {
  const bad = [
    ...['', '.', '..', '/', 'a/', '/a', 'a//b', 'a..b', '../a', 'a/../b', '.a', 'a/.b', 'a.lock'],
    ...[
      'a.lock/b',
      'a.',
      'a b',
      'a\0b',
      'a\nb',
      'a\x7f',
      'a~1',
      'a^',
      'a:b',
      'a?',
      'a*',
      'a[',
      'a\\b',
    ],
    ...['a@{1}', '/etc/passwd', '../../../config'],
  ]
  const good = ['a', 'a/b', 'a-b', 'a@b', 'ü', 'a.b', 'a{b}', '@', '-', 'a.lockb']

  test.each(bad)('%j is invalid, and does not resolve', (name) => {
    expect(isFullRefName(`refs/heads/${name}`)).toBe(false)
    expect(repository.resolve(name)).toBe(undefined)
  })

  test.each(good)('%j is valid', (name) => {
    writeRef(`refs/heads/${name}`, first)
    expect(repository.resolve(name)).toBe(first)
  })

  test('a name that is not UTF-8 is not listed', () => {
    const line = Buffer.from(`${first} refs/heads/old\n`)
    line[line.length - 2] = 0xa5
    writeFileSync(join(path, 'packed-refs'), line)
    const names = repository.listRefs().map(({ name }) => name)
    expect(names).toEqual(['main'])
  })

  test.runIf(hasGit())('the rules are those of git check-ref-format', () => {
    const isAccepted = (name: string): boolean => {
      try {
        runGit(path, 'check-ref-format', `refs/heads/${name}`)
        return true
      } catch {
        return false
      }
    }
    // Arguments of a process cannot contain NUL.
    const names = [...bad, ...good].filter((name) => !name.includes('\0'))
    expect(names.filter(isAccepted)).toEqual(good)
  })

  test('HEAD is the only name outside of refs/', () => {
    expect(readdirSync(path).includes('config')).toBe(true)
    expect(['config', 'objects', 'HEAD'].map((name) => repository.resolve(name))).toEqual([
      undefined,
      undefined,
      second,
    ])
  })
})
