import { execFileSync } from 'node:child_process'
import fs, { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as git from 'isomorphic-git'
import { ObjectStore } from '../../src/git/objects/objects.ts'
import { type Difference, Section } from './report.ts'
import { openBundle } from './server.ts'

/** isomorphic-git is slow: it reads one object in so many. */
const REFERENCE_STRIDE = 200

/**
 * Every object of every repository of a folder of bundles: type and size are those that `git cat-file` says, the content
 * has the SHA-1 of its id, and a sample is equal to what isomorphic-git reads.
 */
export async function compareObjects(repos: string): Promise<Section[]> {
  const names = readdirSync(repos).filter((file) => file.endsWith('.bundle'))
  const sections: Section[] = []
  for (const file of names.sort()) {
    const name = file.replace('.bundle', '').replace('+', '/')
    sections.push(await compareRepository(name, openBundle(name, repos)))
  }
  return sections
}

async function compareRepository(name: string, gitdir: string): Promise<Section> {
  const section = new Section(`objects ${name}`)
  const store = new ObjectStore({
    folders: [join(gitdir, 'objects')],
    maxObjectBytes: 64 << 20,
    cacheBytes: 16 << 20,
    verify: true,
  })
  const cache = {}
  for (const [index, line] of listObjects(gitdir).entries()) {
    const [oid = '', type, size] = line.split(' ')
    const ours = store.read(oid)
    const differences: Difference[] = []
    if (ours?.type !== type) differences.push({ field: 'type', expected: type, actual: ours?.type })
    if (ours?.data.length !== Number(size)) {
      differences.push({ field: 'size', expected: Number(size), actual: ours?.data.length })
    }
    if (index % REFERENCE_STRIDE === 0) {
      const { object } = await git.readObject({ fs, gitdir, oid, format: 'content', cache })
      const isEqual =
        Buffer.compare(ours?.data ?? Buffer.alloc(0), Buffer.from(object as Uint8Array)) === 0
      if (!isEqual)
        differences.push({ field: 'content', expected: 'isomorphic-git', actual: 'ours' })
    }
    section.add(oid, differences)
  }
  store.close()
  return section
}

function listObjects(gitdir: string): string[] {
  const format = '%(objectname) %(objecttype) %(objectsize)'
  const args = ['cat-file', '--batch-all-objects', '--unordered', `--batch-check=${format}`]
  return execFileSync('git', args, { cwd: gitdir, maxBuffer: 1 << 30 })
    .toString()
    .trim()
    .split('\n')
}
