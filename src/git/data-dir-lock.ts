import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { kill, pid } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode, RepositoryError, reasonOf } from '../errors.ts'
import { createFolder } from '../store/create-folder.ts'
import { removePartialClones } from './remote/clone-folder.ts'

interface Owner {
  readonly pid: number
  /** When the process started, in the system's unit; '' if the system does not say. */
  readonly start: string
  readonly host: string
}

const WAIT_MS = 120_000
const RETRY_MS = 100
const HEARTBEAT_MS = 5_000
const MAX_SILENCE_MS = 20_000
/** The longest time between creating a lock and writing its owner into it. */
const MAX_START_MS = 5_000

/**
 * Locks a data folder for this process, creating the folder if necessary, and removes the unfinished clones of dead
 * processes. Takes over the lock of a dead process, and that of another host whose heartbeat is 20 seconds old.
 * Throws RepositoryError naming the folder and its owner if a live process holds the lock, or if the folder is not
 * writable.
 */
export function lockDataDir(path: string) {
  const lockPath = join(path, 'lock')
  try {
    // Clones may be of private repositories.
    createFolder(path, 0o700)
    takeLock(path, lockPath)
  } catch (cause) {
    if (cause instanceof RepositoryError) throw cause
    const reason = reasonOf(cause)
    throw new RepositoryError('disk', `${path}: cannot be used as data folder: ${reason}`, {
      cause,
    })
  }
  removePartialClones(path)
  const timer = setInterval(() => heartbeat(lockPath), HEARTBEAT_MS)
  timer.unref()
  let isHeld = true
  return {
    release(): void {
      clearInterval(timer)
      if (isHeld && isOwn(readOwner(lockPath))) rmSync(lockPath, { force: true })
      isHeld = false
    },
  }
}

/** Locks a data folder, waiting up to two minutes (reported once) for its owner. Rejects with RepositoryError. */
export async function waitForDataDir(
  path: string,
  onWait: (message: string) => void,
): Promise<ReturnType<typeof lockDataDir>> {
  const until = performance.now() + WAIT_MS
  for (let tries = 0; ; tries++) {
    try {
      return lockDataDir(path)
    } catch (error) {
      if (
        !(error instanceof RepositoryError && error.code === 'in-use') ||
        performance.now() > until
      )
        throw error
      if (tries === 0) onWait(`waiting for another process that uses ${path}`)
      await pause(RETRY_MS)
    }
  }
}

/** Describes the live process that owns a data folder; undefined if there is none. */
export function findOwner(path: string): string | undefined {
  const lockPath = join(path, 'lock')
  const owner = readOwner(lockPath)
  return isAlive(owner, lockPath) ? nameOf(owner) : undefined
}

function nameOf(owner: Owner | undefined): string {
  const who = owner === undefined ? 'a process that is starting' : `process ${owner.pid}`
  return owner === undefined || owner.host === hostname() ? who : `${who} on ${owner.host}`
}

function takeLock(path: string, lockPath: string): void {
  for (let attempt = 0; attempt < 3; attempt++) {
    if (createLock(lockPath)) return
    const owner = readOwner(lockPath)
    if (isAlive(owner, lockPath)) {
      const what = `in use by ${nameOf(owner)}; give each process its own data_dir`
      throw new RepositoryError('in-use', `${path}: the data folder is ${what}`)
    }
    discardLock(lockPath, owner)
  }
  throw new RepositoryError('in-use', `${path}: other processes keep locking it`)
}

function createLock(lockPath: string): boolean {
  const owner: Owner = { pid, start: startOf(pid), host: hostname() }
  try {
    writeFileSync(lockPath, `${JSON.stringify(owner)}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    rmSync(lockPath, { force: true })
    throw error
  }
}

/** Removes a stale lock. Puts the lock back if another process has replaced it meanwhile. */
function discardLock(lockPath: string, stale: Owner | undefined): void {
  const aside = `${lockPath}.${pid}.stale`
  try {
    renameSync(lockPath, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (JSON.stringify(readOwner(aside)) === JSON.stringify(stale)) rmSync(aside)
  else renameSync(aside, lockPath)
}

function readOwner(lockPath: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(lockPath, 'utf8'))
    if (typeof value !== 'object' || value === null) return undefined
    if (!('pid' in value && 'start' in value && 'host' in value)) return undefined
    return { pid: Number(value.pid), start: String(value.start), host: String(value.host) }
  } catch {
    return undefined // There is no lock, or another program wrote it.
  }
}

function isOwn(owner: Owner | undefined): boolean {
  return owner?.pid === pid && owner.host === hostname() && owner.start === startOf(pid)
}

function isAlive(owner: Owner | undefined, lockPath: string): boolean {
  if (owner === undefined) return silence(lockPath) < MAX_START_MS
  if (owner.host !== hostname()) return silence(lockPath) < MAX_SILENCE_MS
  try {
    kill(owner.pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false
  }
  // Process ids are reused, in containers at every start.
  return owner.start === startOf(owner.pid)
}

function silence(lockPath: string): number {
  return Date.now() - (statSync(lockPath, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}

/**
 * Returns a process's start time, field 22 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; `''` if the
 * system does not say, or if the process has ended and only its parent has not noticed (state Z).
 */
function startOf(id: number): string {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

function heartbeat(lockPath: string): void {
  try {
    const now = new Date()
    utimesSync(lockPath, now, now)
  } catch {
    // Somebody removed the lock by hand, so there is nothing left to keep alive.
  }
}
