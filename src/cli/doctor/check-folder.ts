import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config/config.ts'
import { reasonOf } from '../../errors.ts'
import { findOwner } from '../../git/data-dir.ts'
import { type Finding, findingsOf } from './finding.ts'

const GIB = 2 ** 30
/** Below this a fetch or a new clone soon fails. */
const MIN_FREE_BYTES = GIB / 4

/** Whether the data folder can be written, has room, and which process owns it. `freeBytes` asks the system. */
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
    const what = `${there}: ${reasonOf(error)}; give it to the user that runs gitglot (here ${who})`
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
        ? warning(`${sizes}; lower disk: to what there is, so that gitglot stops in time`)
        : ok(sizes),
  ]
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** The folder, or the nearest one above it that there is. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))
}

function gib(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`
}
