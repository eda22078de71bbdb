import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  checkRemotes,
  checkSettings,
  type Finding,
} from '../../../src/cli/doctor/check-settings.ts'
import { checkClock, checkFolder, checkVersions } from '../../../src/cli/doctor/doctor.ts'
import type { Config } from '../../../src/config/config.ts'
import { readConfig } from '../../../src/config/read.ts'
import { lockDataDir } from '../../../src/git/data-dir-lock.ts'
import { serveApi } from '../../support/api-server.ts'
import { jsonComponent } from '../../support/catalog.ts'
import { gitglot } from '../../support/command.ts'
import { createRepository, createTemporaryFolder } from '../../support/git-repository.ts'

const NOBODY = { PATH: '' }
const HOUR_MS = 3_600_000

function configOf(site: object, repos: readonly object[] = [], project: object = {}): Config {
  const components = repos.map((repo, index) => jsonComponent(`c${index}`, 'l', repo))
  const web = 'https://shop.example'
  const projects = [{ slug: 'shop', name: 'Shop', web, components, ...project }]
  const text = JSON.stringify({ ...site, projects })
  return readConfig({ text, file: '/gitglot.yml', environment: {}, readSecretFile: () => '' })
}

function createFile({ mode = 0o600 } = {}): string {
  const file = join(createTemporaryFolder(), 'gitglot.yml')
  writeFileSync(file, '')
  chmodSync(file, mode)
  return file
}

/** `error disk: no room`. */
function linesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ level, subject, message }) => `${level} ${subject}: ${message}`)
}

describe('the command', () => {
  const write = (folder: string, repo: string) => {
    const components = [jsonComponent('web', 'l', { repo })]
    const projects = [{ slug: 'shop', name: 'Shop', web: 'https://shop.example', components }]
    writeFileSync(join(folder, 'gitglot.yml'), JSON.stringify({ projects }))
  }

  test('lists the state of everything, and ends with 1 if something is wrong', async () => {
    const { path } = await createRepository([{ 'l/en.json': '{}' }])
    const folder = createTemporaryFolder()
    write(folder, path)
    const { code, out } = await gitglot(folder, ['doctor'])
    const subjects = out.split('\n').map((line) => line.replace(/: .*/, ''))
    expect([code, subjects]).toEqual([
      0,
      [
        ...Array(3).fill('ok      versions'),
        ...['ok      configuration', 'warning base_url', 'ok      data_dir', 'ok      data_dir'],
        ...['ok      disk', 'ok      clock', 'ok      remote', ''],
      ],
    ])
    write(folder, '/nowhere')
    const gone = await gitglot(folder, ['doctor'])
    expect([gone.code, gone.out]).toEqual([1, expect.stringContaining('error   remote: /nowhere')])
  })

  test('ends with 2 and all errors of the configuration', async () => {
    const folder = createTemporaryFolder()
    writeFileSync(join(folder, 'gitglot.yml'), 'site: x\nprojects: {}\n')
    const { code, err } = await gitglot(folder, ['doctor'])
    expect([code, err.trimEnd().split('\n')]).toEqual([
      2,
      [
        'gitglot.yml:1: site: unknown field; did you mean site_title?',
        'gitglot.yml:2: projects: needs a list',
      ],
    ])
  })
})

describe('versions', () => {
  function git(says: string): string {
    const folder = createTemporaryFolder()
    writeFileSync(join(folder, 'git'), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 })
    return folder
  }

  test.each([
    ['20.15.0', 'git version 2.31.0', ['ok', 'ok']],
    ['24.0.0', 'git version 3.0.1 (Apple Git-1)', ['ok', 'ok']],
    ['20.9.0', 'git version 2.9.5', ['error', 'error']],
    ['18.20.1', 'no git at all', ['error', 'error']],
  ])('Node %s, %s: %s', (node, says, levels) => {
    const findings = checkVersions(node, { PATH: git(says) }).slice(1)
    expect(findings.map(({ level }) => level)).toEqual(levels)
  })

  test('git is optional', () => {
    expect(checkVersions('20.15.0', NOBODY)[2]).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('install git 2.31'),
    })
  })
})

describe('settings', () => {
  test.each([
    [{ base_url: 'https://l10n.example' }, 'ok base_url: https://l10n.example'],
    [{ base_url: 'http://127.0.0.1:8000' }, 'warning base_url: http://127.0.0.1:8000; set it'],
    [{ base_url: 'http://l10n.example' }, 'warning base_url: http://l10n.example; serve it over'],
    [{ trusted_proxies: ['0.0.0.0/0'] }, 'error access: trusted_proxies contains every address'],
    [{ user_header: 'X-User' }, 'error access: user_header is ignored'],
    [{ groups_header: 'X-Groups' }, 'error access: groups_header is ignored'],
  ])('%j', (site, line) => {
    const lines = linesOf(checkSettings(configOf(site), createFile()))
    expect(lines.filter((reported) => reported.startsWith(line))).toHaveLength(1)
  })

  test('a private project without members and secret for webhooks', () => {
    const config = configOf({ base_url: 'https://a.example' }, [], { access_control: 'private' })
    expect(linesOf(checkSettings(config, createFile())).slice(1)).toEqual([
      'warning access: webhooks cannot refresh private projects; set hook_secret',
      'warning access: nobody can see shop; add members, or a token with the project',
    ])
  })

  test('secrets that other users of the machine can read', () => {
    const secrets = (site: object, mode: number) =>
      linesOf(checkSettings(configOf(site), createFile({ mode }))).filter((line) =>
        line.startsWith('warning secrets'),
      ).length
    const secret = { hook_secret: 'x' }
    expect([secrets(secret, 0o644), secrets(secret, 0o600), secrets({}, 0o644)]).toEqual([1, 0, 0])
  })
})

describe('the data folder', () => {
  test('is owned by one process at most', () => {
    const dataDir = join(createTemporaryFolder(), 'data')
    const used = () => checkFolder({ dataDir, disk: 1 })[1]?.message
    expect(used()).toBe('used by no process')
    const lock = lockDataDir(dataDir)
    expect(used()).toBe(`in use by process ${process.pid}`)
    lock.release()
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: 2 ** 22, start: '', host: 'x' }))
    expect(used()).toMatch(/^in use by process \d+ on x$/)
  })

  test('needs a folder that can be written', () => {
    const file = createFile()
    expect(checkFolder({ dataDir: join(file, 'data'), disk: 1 })).toMatchObject([
      { level: 'error', subject: 'data_dir' },
    ])
  })

  test.each([
    [100 * 2 ** 20, 'error'],
    [5 * 2 ** 30, 'warning'],
    [20 * 2 ** 30, 'ok'],
  ])('with %i bytes free: %s', (free, level) => {
    const dataDir = join(createTemporaryFolder(), 'data')
    expect(checkFolder({ dataDir, disk: 10 * 2 ** 30 }, () => free)[2]?.level).toBe(level)
  })
})

test('the clock is compared with that of a remote', async () => {
  const { origin } = await serveApi({})
  const config = configOf({}, [{ repo: `${origin}/a.git` }])
  const levelAt = async (now: number) => (await checkClock(config, now))[0]?.level
  const now = Date.now()
  expect(await levelAt(now)).toBe('ok')
  expect(linesOf(await checkClock(config, now + HOUR_MS))[0]).toMatch(
    /^warning clock: 3[56]\d\d seconds ahead of/,
  )
  expect(linesOf(await checkClock(config, now - HOUR_MS))[0]).toContain('seconds behind that')
  expect(await levelAt(0)).toBe('error')
  expect(linesOf(await checkClock(configOf({}), now))[0]).toContain('no remote reported its time')
})

describe('remotes', () => {
  test('are reported with advice, without their secrets', async () => {
    const { origin } = await serveApi({
      '/closed.git/info/refs': (_: unknown, response: { statusCode: number; end(): void }) => {
        response.statusCode = 401
        response.end()
      },
    })
    const [{ path }, other] = await Promise.all([
      createRepository([{ 'l/en.json': '{}' }]),
      createRepository([{ 'l/en.json': '{}' }]),
    ])
    const bare = createTemporaryFolder()
    mkdirSync(join(bare, 'empty'))
    const host = new URL(origin).host
    const config = configOf({}, [
      { repo: `http://u:hunter2@${host}/closed.git` },
      { repo: path },
      { repo: other.path, branch: 'other' },
      { repo: join(bare, 'empty') },
    ])
    const lines = linesOf(await checkRemotes(config, NOBODY))
    expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(['error', 'ok', 'error', 'error'])
    expect(lines[0]).toMatch(/; set GITGLOT_TOKEN_127_0_0_1_\d+, and check/)
    expect(lines[2]).toContain('correct branch:')
    expect(lines.join('\n')).not.toContain('hunter2')
  })

  test('advice depends on the error, not on words in the address', async () => {
    const { origin } = await serveApi({})
    const folder = createTemporaryFolder()
    const { path } = await createRepository([{ 'l/en.json': '{}' }])
    const named = join(folder, 'branch-that-cannot be read')
    renameSync(path, named)
    const config = configOf({}, [
      { repo: `${origin}/branch-tools.git` },
      { repo: join(folder, 'asks for credentials, has no branch') },
      { repo: named, branch: 'gone' },
    ])
    const lines = linesOf(await checkRemotes(config, NOBODY))
    expect(lines.map((line) => line.replace(/^.*; /s, ''))).toEqual([
      'correct repo:, and check that gitglot may read it',
      'correct repo:, and check that gitglot may read it',
      'correct branch: or push it',
    ])
  })

  test('a file of a credential that cannot be read', async () => {
    const config = configOf({}, [{ repo: 'https://git.example/a.git' }])
    const environment = { ...NOBODY, GITGLOT_TOKEN_GIT_EXAMPLE_FILE: '/nowhere' }
    expect(linesOf(await checkRemotes(config, environment))).toEqual([
      'error remote: the file that GITGLOT_TOKEN_GIT_EXAMPLE_FILE names cannot be read; correct the variable, or let gitglot read the file',
    ])
  })
})
