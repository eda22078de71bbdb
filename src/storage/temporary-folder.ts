import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid, kill, pid } from 'node:process'
import { hasCode } from '../errors.ts'

const NAME = /^gitglot-store-(\d+)-\w+$/

/** Creates a folder that nobody else may read, and removes those of processes that have ended without doing so. */
export function createTemporaryFolder(): string {
  const parent = tmpdir()
  for (const name of readdirSync(parent)) {
    const owner = NAME.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) removeOwn(join(parent, name))
  }
  return mkdtempSync(join(parent, `gitglot-store-${pid}-`))
}

function isAlive(id: number): boolean {
  try {
    return kill(id, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function removeOwn(path: string): void {
  try {
    if (lstatSync(path).uid === getuid?.()) rmSync(path, { recursive: true, force: true })
  } catch {
    // Somebody else removes it at the same time.
  }
}
