import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSource } from '../../../src/git/create-source.ts'
import { removeRef, writeCloneFile } from '../../../src/git/remote/clone-folder.ts'
import { createHeads } from '../../../src/git/remote/git-engine.ts'
import { createRepository, createTemporaryFolder } from '../../support/git-repository.ts'
import { hasHttpBackend, startGitServer } from '../../support/git-server.ts'
import { engines } from '../../support/http-source.ts'

const oid = '1'.repeat(40)

const HOSTILE = [
  'refs/heads/../../../../x',
  'refs/heads/..',
  'refs/heads/../../HEAD',
  '/etc/x',
  '../x',
  'x',
  'refs/heads/',
  'refs/heads//x',
  'refs//heads/x',
  'refs/heads/x/',
  'refs/heads/.x',
  'refs/heads/x/.y',
  'refs/heads/x.lock',
  'refs/heads/x.lock/y',
  'refs/heads/x.',
  'refs/heads/x..y',
  'refs/heads/x@{1}',
  'refs/heads/x\0y',
  'refs/heads/x\ny',
  'refs/heads/x\x1b[31my',
  'refs/heads/x\x7f',
  'refs/heads/x y',
  'refs/heads/..\\..\\x',
  'refs/heads/x\\y',
  'refs/heads/C:\\x',
  'refs/heads/x~1',
  'refs/heads/x^{}',
  'refs/heads/x:y',
  'refs/heads/x?',
  'refs/heads/*',
  'refs/heads/[x',
  `refs/heads/${'x'.repeat(2000)}`,
]

/** Valid in Git, but not possible in a clone. */
const UNUSABLE = [
  `refs/heads/${'x'.repeat(251)}`,
  `refs/heads/${'ö'.repeat(126)}`,
  'refs/heads/\ufffd',
]

test.each([...HOSTILE, ...UNUSABLE])('a remote ref %j is ignored', (name) => {
  const good = { name: 'refs/heads/a/b.c-d_é', oid }
  const listed = [good, { name, oid }, { name: 'HEAD', oid, target: name }]
  expect(createHeads(listed)).toEqual({
    defaultRef: undefined,
    oids: new Map([
      ['refs/heads/a/b.c-d_é', oid],
      ['HEAD', oid],
    ]),
  })
})

test.each(['', '1'.repeat(39), `${oid}\n`, '../x', '0'.repeat(40)])(
  'a remote ref to %j is ignored',
  (wrong) => {
    expect(createHeads([{ name: 'refs/heads/a', oid: wrong }])).toEqual({
      defaultRef: undefined,
      oids: new Map(),
    })
  },
)

test('a repository with SHA-256 is refused', () => {
  const long = { name: 'refs/heads/a', oid: '1'.repeat(64) }
  expect(() => createHeads([long])).toThrow('expected SHA-1 objects, found those of SHA-256')
  const { oids } = createHeads([long, { name: 'refs/heads/b', oid }])
  expect([...oids]).toEqual([['refs/heads/b', oid]])
})

test.each([
  ...HOSTILE,
  '',
  'config',
  'hooks/post-checkout',
  'objects/pack/pack-x.pack',
  'HEAD/../x',
])('%j is neither written nor removed in a clone', (name) => {
  const root = createTemporaryFolder()
  const gitDir = join(root, 'a/b/c/clone')
  mkdirSync(gitDir, { recursive: true })
  const refusal = `${gitDir}: ${JSON.stringify(name)} is not the name of a ref`
  expect(() => writeCloneFile(gitDir, name, 'x')).toThrow(refusal)
  expect(() => removeRef(gitDir, name)).toThrow(refusal)
  expect(readdirSync(root, { recursive: true })).toHaveLength(4)
})

test('no file is written or removed through a link out of a clone', () => {
  const root = createTemporaryFolder()
  const gitDir = join(root, 'clone')
  // A name that starts with that of the clone.
  const other = join(root, 'clone-other')
  for (const folder of [join(gitDir, 'refs/heads'), other]) mkdirSync(folder, { recursive: true })
  symlinkSync(other, join(gitDir, 'refs/heads/out'))
  const message = 'leads out of the clone'
  expect(() => writeCloneFile(gitDir, 'refs/heads/out/x/y', 'x')).toThrow(message)
  expect(() => removeRef(gitDir, 'refs/heads/out/x')).toThrow(message)
  expect(readdirSync(other)).toEqual([])
})

const line = (text: string) => {
  const bytes = Buffer.from(`${text}\n`)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}
const FLUSH = Buffer.from('0000')

describe.skipIf(!hasHttpBackend()).each(engines)('with $engine', ({ path: searchPath }) => {
  test.each([
    { version: 2, branches: [''] },
    { version: 2, branches: ['main'] },
    { version: 0, branches: [''] },
    { version: 0, branches: ['main'] },
  ])(
    'hostile names that a remote lists in version $version are ignored, $branches',
    async ({ version, branches }) => {
      const { path, commits } = await createRepository([{ 'de.json': '{}' }])
      const tip = commits[0] ?? ''
      // In a list, a space ends the name.
      const names = HOSTILE.filter((name) => !/[\s\0]/.test(name))
      const refs = ['refs/heads/main', ...names, 'refs/tags/../../../../t', 'refs/tags/v1']
      const target = 'refs/heads/../../../../x'
      const server = await startGitServer({
        root: dirname(path),
        intercept({ method, url = '' }, response, body) {
          const service = 'application/x-git-upload-pack'
          const respond = (type: string, ...lines: readonly Buffer[]): boolean => {
            response.writeHead(200, { 'content-type': `${service}-${type}` })
            response.end(Buffer.concat(lines))
            return true
          }
          if (method === 'GET' && url.includes('info/refs') && version === 0) {
            const capabilities = `side-band-64k ofs-delta shallow symref=HEAD:${target}`
            const [first, ...rest] = [
              `${tip} HEAD\0${capabilities}`,
              ...refs.map((name) => `${tip} ${name}`),
            ]
            const lines = [first ?? '', ...rest].map(line)
            return respond(
              'advertisement',
              line('# service=git-upload-pack'),
              FLUSH,
              ...lines,
              FLUSH,
            )
          }
          if (method === 'POST' && body.includes('command=ls-refs')) {
            const lines = refs.map((name) => line(`${tip} ${name}`))
            return respond('result', line(`${tip} HEAD symref-target:${target}`), ...lines, FLUSH)
          }
          return false
        },
      })
      onTestFinished(() => server.close())
      const root = createTemporaryFolder()
      const dataDir = join(root, 'a/b/c/d')
      const source = createSource({
        url: `${server.origin}/${basename(path)}`,
        branches,
        dataDir,
        maxObjectBytes: 2 ** 20,
        environment: { PATH: searchPath, HOME: root },
      })
      onTestFinished(() => source.close())
      await source.open()
      await source.deepen()
      await source.refresh()
      const gitDir = source.repository?.place.gitDir ?? ''
      const clone = relative(root, gitDir)
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      const outside = files.filter((name) => !name.startsWith(`${clone}/`)).sort()
      const folders = ['a', 'a/b', 'a/b/c', 'a/b/c/d', 'a/b/c/d/repositories']
      expect([outside, existsSync('/etc/x')]).toEqual([[...folders, clone], false])
      const inside = readdirSync(join(gitDir, 'refs'), { recursive: true, encoding: 'utf8' })
      expect(inside.filter((name) => /x/i.test(name))).toEqual([])
      expect(source.head(branches[0] ?? '')).toBe(tip)
    },
  )
})
