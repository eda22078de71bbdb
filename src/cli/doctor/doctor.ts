import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseAddress, redact } from '../../address.ts'
import { repositoriesOf } from '../../catalog/updates/sources.ts'
import type { Config } from '../../config/config.ts'
import { reasonOf } from '../../errors.ts'
import { findOwner } from '../../git/data-dir-lock.ts'
import { findGit } from '../../git/remote/run-git.ts'
import { sanitizeTerminal } from '../../text.ts'
import { countedConfig, readConfigFile } from '../config-file.ts'
import { isBefore, MIN_NODE } from '../node-version.ts'
import { screenOf } from '../output/terminal.ts'
import { packageVersion } from '../package.ts'
import { secretsOf } from '../renew-config.ts'
import { checkRemotes, checkSettings, type Finding, findingsOf } from './check-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const COLORS = { ok: 'green', warning: 'yellow', error: 'red' } as const

/**
 * Checks everything that a server with this configuration needs, and prints a line for each finding: the situation and
 * what to do. Resolves with 0, or with 1 if something is wrong. Throws ConfigError if the file is invalid.
 */
export async function runDoctor(file: string, environment: Environment): Promise<number> {
  const { paint } = screenOf(process.stdout, environment)
  let isWrong = false
  let secrets: readonly string[] = []
  function print(findings: readonly Finding[]): void {
    for (const { level, subject, message } of findings) {
      isWrong ||= level === 'error'
      const text = sanitizeTerminal(redact(`${subject}: ${message}`, secrets))
      process.stdout.write(`${paint(COLORS[level], level.padEnd(7))} ${text}\n`)
    }
  }
  print(checkVersions(process.versions.node, environment))
  const config = readConfigFile(file, environment)
  secrets = secretsOf(config)
  print([findingsOf('configuration').ok(`${file}: ${countedConfig(config)}`)])
  print(checkSettings(config, file))
  print(checkFolder(config))
  print(await checkClock(config))
  print(await checkRemotes(config, environment))
  return isWrong ? 1 : 0
}

const MAX_SECONDS = 60
const TIMEOUT_MS = 10_000
/** A clock that shows an earlier time is wrong. */
const EPOCH = Date.parse('2024-01-01T00:00:00Z')

/** Compares the clock with that of the first remote that sends the time. */
export async function checkClock(config: Config, now: number = Date.now()): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('clock')
  const shown = new Date(now).toISOString()
  const advice = 'set the clock, or ages, certificates and changed: in searches are wrong'
  if (now < EPOCH) return [error(`${shown} is in the past; ${advice}`)]
  for (const origin of originsOf(config)) {
    const time = await timeAt(origin)
    if (time === undefined) continue
    const seconds = Math.round((now - time) / 1000)
    if (Math.abs(seconds) <= MAX_SECONDS) return [ok(`${shown}, as at ${origin}`)]
    const how = seconds > 0 ? 'ahead of' : 'behind'
    return [warning(`${Math.abs(seconds)} seconds ${how} that of ${origin}; ${advice}`)]
  }
  return [ok(`${shown}; no remote reported its time`)]
}

function originsOf(config: Config): Set<string> {
  const addresses = [...repositoriesOf(config).keys()].flatMap((repo) => {
    try {
      return parseAddress(repo)
    } catch {
      return [] // What is wrong with it is found with the remotes.
    }
  })
  const http = addresses.filter(({ transport }) => transport === 'http')
  return new Set(http.map(({ url }) => new URL(url).origin))
}

/** Returns the remote's time in milliseconds since 1970; undefined if it does not answer or sends no time. */
async function timeAt(origin: string): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { headers } = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal })
    const time = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined // What is wrong with the remote is found with the remotes.
  }
}

const GIB = 2 ** 30
/** With less free space, a fetch or a new clone will soon fail. */
const MIN_FREE_BYTES = GIB / 4

/** Checks whether the data folder is writable and has room, and who owns it. `freeBytes` queries the system. */
export function checkFolder(
  { dataDir, disk }: Pick<Config, 'dataDir' | 'disk'>,
  freeBytes: (folder: string) => number = freeBytesOf,
): Finding[] {
  const folder = findingsOf('data_dir')
  const there = existing(dataDir)
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const who = process.getuid?.() ?? 'this user'
    const what = `${there}: ${reasonOf(error)}; make its owner the user that runs gitglot (here ${who})`
    return [folder.error(what)]
  }
  const { ok, warning, error } = findingsOf('disk')
  const free = freeBytes(there)
  const sizes = `${gib(free)} free, and disk: allows ${gib(disk)}`
  const owner = findOwner(dataDir)
  return [
    folder.ok(dataDir),
    folder.ok(owner === undefined ? 'used by no process' : `in use by ${owner}`),
    free < MIN_FREE_BYTES
      ? error(`${sizes}; make room, or move data_dir`)
      : free < disk && !existsSync(dataDir)
        ? warning(`${sizes}; lower disk: to the free space, so that gitglot stops in time`)
        : ok(sizes),
  ]
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Returns the folder, or its nearest existing ancestor. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))
}

function gib(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`
}

/** The first version with settings in environment variables, which hide credentials from the machine's other users. */
const MIN_GIT = '2.31'

/** Checks whether gitglot, Node (by version) and the git on PATH are recent enough. */
export function checkVersions(node: string, environment: Environment): Finding[] {
  const { ok, error } = findingsOf('versions')
  return [
    ok(`gitglot ${packageVersion()}`),
    isBefore(node, MIN_NODE)
      ? error(`Node ${node}; install Node ${MIN_NODE} or newer`)
      : ok(`Node ${node}`),
    checkGit(environment),
  ]
}

function checkGit(environment: Environment): Finding {
  const { ok, warning, error } = findingsOf('versions')
  const program = findGit(environment)
  const range = `git ${MIN_GIT} or newer`
  if (program === undefined) {
    return warning(
      `no git on PATH; install ${range}: without it gitglot cannot read ssh and file:// addresses, nor histories over 128 MiB (an eighth of max_git_memory) or of large files`,
    )
  }
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  const version = /\d+\.\d+[\d.]*\d/.exec(stdout ?? '')?.[0]
  if (version === undefined) return error(`${program} does not run; install ${range}`)
  return isBefore(version, MIN_GIT)
    ? error(`git ${version}; install ${range}: gitglot cannot pass credentials to this version`)
    : ok(`git ${version}`)
}
