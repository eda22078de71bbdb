import { spawnSync } from 'node:child_process'
import { findGit } from '../../git/remote/run-git.ts'
import { packageVersion } from '../package.ts'
import { type Finding, findingsOf } from './finding.ts'

const MIN_NODE = '20.15'
/** The first that takes settings from the environment, where credentials are kept from other users of the machine. */
const MIN_GIT = '2.31'

/** Whether gitglot, Node (by its version) and the git on PATH are new enough. */
export function checkVersions(
  node: string,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] {
  const { ok, warning, error } = findingsOf('versions')
  const isOld = isBefore(node, MIN_NODE)
  return [
    ok(`gitglot ${packageVersion()}`),
    isOld ? error(`Node ${node}; install Node ${MIN_NODE} or newer`) : ok(`Node ${node}`),
    checkGit(),
  ]

  function checkGit(): Finding {
    const program = findGit(environment)
    const range = `git ${MIN_GIT} or newer`
    if (program === undefined) {
      return warning(
        `no git on PATH; install ${range}: without it there are no ssh and file:// addresses, and no histories over 128 MiB (an eighth of max_git_memory) or of large files`,
      )
    }
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
    const version = /\d+\.\d+[\d.]*\d/.exec(stdout ?? '')?.[0]
    if (version === undefined) return error(`${program} does not run; install ${range}`)
    return isBefore(version, MIN_GIT)
      ? error(`git ${version}; install ${range}: this one is not given credentials`)
      : ok(`git ${version}`)
  }
}

/** Whether a version is less than `major.minor`. */
function isBefore(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}
