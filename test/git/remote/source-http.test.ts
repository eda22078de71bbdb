import { rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSource } from '../../../src/git/create-source.ts'
import type { Source } from '../../../src/git/source.ts'
import {
  addCommit,
  createRepository,
  createTemporaryFolder,
  runGit,
} from '../../support/git-repository.ts'
import { type GitServer, hasHttpBackend, startGitServer } from '../../support/git-server.ts'
import { engines } from '../../support/http-source.ts'

interface Fixture {
  readonly server: GitServer
  readonly path: string
  readonly commits: readonly string[]
  readonly dataDir: string
  readonly messages: string[]
  open(options?: { url?: string; branches?: string[]; environment?: object }): Promise<Source>
}

type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean

async function createFixture(
  searchPath: string | undefined,
  options: { login?: string; intercept?: Intercept; isVersion2?: boolean } = {},
): Promise<Fixture> {
  const trees = [1, 2, 3, 4].map((n) => ({ 'po/de.json': `{"n":"${n}"}` }))
  const { path, commits } = await createRepository(trees)
  const server = await startGitServer({ root: dirname(path), ...options })
  onTestFinished(() => server.close())
  const dataDir = createTemporaryFolder()
  const messages: string[] = []
  const url = `${server.origin}/${basename(path)}`
  async function open(asked: Parameters<Fixture['open']>[0] = {}): Promise<Source> {
    const environment = { PATH: searchPath, HOME: dataDir, ...asked.environment }
    const onProgress = (message: string) => messages.push(message)
    const { branches = [''] } = asked
    const at = { url: asked.url ?? url, branches, dataDir }
    const source = createSource({ ...at, maxObjectBytes: 2 ** 20, environment, onProgress })
    onTestFinished(() => source.close())
    await source.open()
    return source
  }
  return { server, path, commits, dataDir, messages, open }
}

// `git http-backend` serves the repositories.
describe.skipIf(!hasHttpBackend()).each(engines)('over http, $engine', ({ path: searchPath }) => {
  test('clones the tips, deepens them and follows new commits', async () => {
    const fixture = await createFixture(searchPath)
    const dev = await addCommit(fixture.path, { 'dev.json': '{}' }, 4, 'dev')
    const source = await fixture.open({ branches: ['', 'dev'] })
    expect(source.error).toBe(undefined)
    expect([source.head(''), source.head('dev')]).toEqual([fixture.commits[3], dev])
    expect(source.repository?.defaultBranch()).toBe('main')
    expect(source.repository?.isShallow(fixture.commits[3] ?? '')).toBe(true)

    const early = await addCommit(fixture.path, { 'po/de.json': '{}' }, 5)
    expect(await source.refresh()).toBe(true)
    expect(source.repository?.readCommit(early).parents).toEqual([fixture.commits[3]])
    expect(source.repository?.isShallow(fixture.commits[3] ?? '')).toBe(true)

    await source.deepen()
    expect(source.error).toBe(undefined)
    expect(source.repository?.isShallow(fixture.commits[3] ?? '')).toBe(false)
    expect(source.repository?.readCommit(fixture.commits[0] ?? '').parents).toEqual([])

    const late = await addCommit(fixture.path, { 'po/de.json': '{"a":"b"}' }, 6)
    expect([await source.refresh(), await source.refresh()]).toEqual([true, false])
    expect(source.head('')).toBe(late)
    const gitDir = source.repository?.place.gitDir ?? ''
    expect(runGit(gitDir, 'fsck', '--full')).toBe('')
    expect(runGit(gitDir, 'rev-list', '--count', 'HEAD')).toBe('6')
  })

  test('clones from, deepens and follows a server without protocol version 2', async () => {
    const fixture = await createFixture(searchPath, { isVersion2: false })
    const dev = await addCommit(fixture.path, { 'dev.json': '{}' }, 4, 'dev')
    runGit(fixture.path, 'tag', 'v1', fixture.commits[0] ?? '')
    const source = await fixture.open({ branches: ['', 'dev'] })
    expect([source.error, source.head(''), source.head('dev')]).toEqual([
      undefined,
      fixture.commits[3],
      dev,
    ])
    expect(source.repository?.isShallow(fixture.commits[3] ?? '')).toBe(true)
    await addCommit(fixture.path, { 'po/de.json': '{}' }, 5)
    expect(await source.refresh()).toBe(true)
    expect([await source.deepen(), source.error]).toEqual([true, undefined])
    rmSync(join(fixture.path, 'refs/heads/main'))
    const unrelated = await addCommit(fixture.path, { 'fr.json': '{}' }, 9)
    expect([await source.refresh(), source.error, source.head('')]).toEqual([
      true,
      undefined,
      unrelated,
    ])
    expect(source.repository?.resolve('v1')).toBe(fixture.commits[0])
    expect(runGit(source.repository?.place.gitDir ?? '', 'fsck', '--no-dangling')).toBe('')
  })

  test('fetches other branches and tags, moves them, and removes those that the remote lacks', async () => {
    const fixture = await createFixture(searchPath)
    const { path, commits } = fixture
    const [first = '', second = ''] = commits
    const dev = await addCommit(path, { 'dev.json': '{}' }, 4, 'team/dev')
    runGit(path, 'tag', 'v1', first)
    runGit(path, '-c', 'user.name=A', '-c', 'user.email=a@b', 'tag', '-am', 'Two', 'v2', second)
    const source = await fixture.open()
    const refsOf = () => {
      const names = ['team/dev', 'team', 'v1', 'v2', 'v3']
      return names.map((name) => source.repository?.resolve(name))
    }
    expect(refsOf()).toEqual(Array(5).fill(undefined))
    await source.deepen()
    expect(refsOf()).toEqual([dev, undefined, first, second, undefined])

    runGit(path, 'update-ref', '-d', 'refs/heads/team/dev')
    const team = await addCommit(path, { 'dev.json': '[]' }, 5, 'team')
    runGit(path, 'tag', '-d', 'v1')
    runGit(path, 'tag', '-f', 'v2', team)
    runGit(path, 'tag', 'v3', first)
    expect(await source.refresh()).toBe(false)
    expect(refsOf()).toEqual([undefined, team, undefined, team, first])
    expect([source.error, source.head(''), fixture.messages.slice(2)]).toEqual([
      undefined,
      commits[3],
      [],
    ])
    const gitDir = source.repository?.place.gitDir ?? ''
    expect(runGit(gitDir, 'fsck', '--no-dangling')).toBe('')
  })

  test('serves new commits when another branch cannot be fetched, and retries that later', async () => {
    const fixture = await createFixture(searchPath)
    const source = await fixture.open()
    await source.deepen()
    await addCommit(fixture.path, { 'dev.json': '{"only": "here"}' }, 4, 'dev')
    const blob = runGit(fixture.path, 'rev-parse', 'dev:dev.json').trim()
    rmSync(join(fixture.path, 'objects', blob.slice(0, 2), blob.slice(2)))
    const latest = await addCommit(fixture.path, { 'po/de.json': '{}' }, 5)
    expect([await source.refresh(), await source.refresh()]).toEqual([true, false])
    expect([source.error, source.head(''), source.repository?.resolve('dev')]).toEqual([
      undefined,
      latest,
      undefined,
    ])
    const problems = fixture.messages.filter((message) =>
      message.startsWith('fetching other branches'),
    )
    expect(problems).toHaveLength(1)
  })

  test('follows a force push', async () => {
    const fixture = await createFixture(searchPath)
    const source = await fixture.open()
    rmSync(join(fixture.path, 'refs/heads/main'))
    const unrelated = await addCommit(fixture.path, { 'fr.json': '{}' }, 9)
    expect(await source.refresh()).toBe(true)
    expect(source.head('')).toBe(unrelated)
    expect(source.repository?.readTree(source.repository.readCommit(unrelated).tree).length).toBe(1)
  })

  test('sends credentials, and never shows them', async () => {
    const login = 'robot:s3cr3t-t0ken'
    const fixture = await createFixture(searchPath, { login })
    const host = fixture.server.origin.replace('http://', '')
    const url = `http://${login}@${host}/${basename(fixture.path)}`
    const source = await fixture.open({ url })
    expect(source.error).toBe(undefined)
    expect(source.head('')).toBe(fixture.commits[3])
    expect(
      runGit(source.repository?.place.gitDir ?? '', 'config', '--list', '--local'),
    ).not.toContain('t0ken')

    const refusal = 'authentication failed: credentials are missing or were rejected'
    for (const [user, secret] of [
      ['robot', 'wr0ng-t0ken'],
      ['wr0ng-t0ken', ''],
    ]) {
      const other = await fixture.open({
        url: url.replace(login, `${user}:${secret}`),
        branches: ['x'],
      })
      await other.refresh()
      expect(other.error?.message).toBe(`http://${host}/${basename(fixture.path)}: ${refusal}`)
    }
    expect(fixture.messages.join()).not.toMatch(/t0ken|s3cr3t/)
  })

  test('finds credentials in the environment', async () => {
    const fixture = await createFixture(searchPath, { login: 'robot:t0ken' })
    const host = fixture.server.origin.replace('http://', '').replace(/[.:]/g, '_')
    const names = { [`GITGLOT_TOKEN_${host}`]: 't0ken', [`GITGLOT_USER_${host}`]: 'robot' }
    const source = await fixture.open({ environment: names })
    expect(source.head('')).toBe(fixture.commits[3])
  })

  test('follows a redirect of a repository that moved', async () => {
    const fixture = await createFixture(searchPath, {
      intercept(request, response) {
        if (!request.url?.startsWith('/old/')) return false
        response.writeHead(301, { location: request.url.slice('/old'.length) }).end()
        return true
      },
    })
    const url = `${fixture.server.origin}/old/${basename(fixture.path)}`
    const source = await fixture.open({ url })
    expect(source.error).toBe(undefined)
    expect(source.head('')).toBe(fixture.commits[3])
  })

  test('refuses a redirect to another protocol', async () => {
    const fixture = await createFixture(searchPath, {
      intercept(_request, response) {
        response.writeHead(302, { location: 'file:///etc/info/refs?service=git-upload-pack' }).end()
        return true
      },
    })
    const source = await fixture.open()
    expect(source.repository).toBe(undefined)
    expect(source.error?.message).toMatch(/refused|not supported|disabled|not allowed/i)
  })

  test('keeps its commits when a transfer breaks off', async () => {
    let isBroken = false
    const fixture = await createFixture(searchPath, {
      intercept(request, response) {
        if (!isBroken || request.method !== 'POST') return false
        response.destroy()
        return true
      },
    })
    const source = await fixture.open()
    await addCommit(fixture.path, { 'po/de.json': '{}' }, 5)
    isBroken = true
    expect(await source.refresh()).toBe(false)
    expect(source.error?.message.startsWith(`${fixture.server.origin}/`)).toBe(true)
    expect(source.head('')).toBe(fixture.commits[3])
    await source.deepen()
    expect(source.repository?.isShallow(fixture.commits[3] ?? '')).toBe(true)
    const message = source.error?.message
    isBroken = false
    expect(await source.refresh()).toBe(true)
    // The history is still missing.
    expect(source.error?.message).toBe(message)
    expect([await source.deepen(), await source.deepen()]).toEqual([true, false])
    expect(source.error).toBe(undefined)
  })

  test('fetches a missing commit that a ref of the clone points to', async () => {
    const fixture = await createFixture(searchPath)
    const source = await fixture.open()
    await source.deepen()
    const late = await addCommit(fixture.path, { 'po/de.json': '{}' }, 5)
    writeFileSync(join(source.repository?.place.gitDir ?? '', 'refs/heads/main'), `${late}\n`)
    expect([await source.refresh(), source.error, source.head('')]).toEqual([true, undefined, late])
    expect(runGit(source.repository?.place.gitDir ?? '', 'fsck', '--no-dangling')).toBe('')
  })

  test('reports the response of a server without the repository', async () => {
    const fixture = await createFixture(searchPath)
    const source = await fixture.open({ url: `${fixture.server.origin}/none.git` })
    expect(source.error?.message).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/none\.git: .*(404|not found)/i,
    )
  })
})
