import { type BigIntStats, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../catalog/digest.ts'
import type { NoteRead } from '../git/work-tree.ts'
import { openStore } from '../storage/store.ts'
import { cacheFolder } from './cache-folder.ts'
import type { Arguments } from './command.ts'
import type { Screen } from './output/terminal.ts'
import { warn } from './output/warn.ts'
import { packageVersion } from './package.ts'

/** What a command prints, and its exit code. */
export interface Printed {
  readonly text: string
  readonly code: number
  /** Whether it depends on nothing but what was asked and the files that were noted. */
  readonly isOfFiles: boolean
}

/** What was printed, and the files and folders that it was made from as they were then. */
interface KeptOutput extends Printed {
  readonly stamps: readonly (readonly [path: string, stamp: string])[]
}

/** File systems count time in steps of up to two seconds: within one, a file may change and keep its times. */
const LONGEST_STEP_NS = 2_000_000_000n

/** All that an output depends on, but for files and the current folder. */
export interface Asked {
  /** Address of the module that imports what prints: of the built program it names their content. */
  readonly program: string
  readonly args: Arguments
  readonly screen: Screen
}

/**
 * What `print` gives; if every file and folder that it read the last time is as it was, by size, times and inode as Git
 * judges its index, what it gave then, and nothing is read.
 */
export async function printedOnce(
  { program, args: { operands, values, switches }, screen: { columns, isColored } }: Asked,
  print: (noteRead: NoteRead) => Promise<Printed>,
): Promise<Printed> {
  // Nothing names the content of all sources.
  if (program.endsWith('.ts')) return print(() => undefined)
  const store = openStore({ path: join(cacheFolder(), 'store'), warn })
  try {
    const bucket = store.bucket<KeptOutput>({ name: 'printed', version: 1 })
    const place = [program, packageVersion(), process.version, process.cwd()]
    const key = digestOf([place, operands, values, [...switches], columns, isColored])
    const kept = bucket.get(key)
    if (kept?.stamps.every(([path, stamp]) => stampOf(statsOf(path)) === stamp)) return kept
    const files = noteStamps()
    const printed = await print(files.noteRead)
    if (printed.isOfFiles && files.areSettled()) {
      bucket.set(key, { ...printed, stamps: [...files.stamps] })
    }
    return printed
  } finally {
    await store.close()
  }
}

interface NotedStamps {
  readonly noteRead: NoteRead
  readonly stamps: ReadonlyMap<string, string>
  /** Whether another change of any of the files, during or after it is read, would change its stamp. */
  areSettled(): boolean
}

function noteStamps(): NotedStamps {
  const stamps = new Map<string, string>()
  const latest = BigInt(Date.now()) * 1_000_000n - LONGEST_STEP_NS
  let areSettled = true
  function noteRead(path: string): void {
    const stats = statsOf(path)
    const stamp = stampOf(stats)
    const isRecent = stats !== undefined && (stats.mtimeNs > latest || stats.ctimeNs > latest)
    if (isRecent || (stamps.get(path) ?? stamp) !== stamp) areSettled = false
    stamps.set(path, stamp)
  }
  return { noteRead, stamps, areSettled: () => areSettled }
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined // What reads it tells why.
  }
}

/** `''` for what is not there. */
function stampOf(stats: BigIntStats | undefined): string {
  if (stats === undefined) return ''
  const { mode, ino, size, mtimeNs, ctimeNs } = stats
  return [mode, ino, size, mtimeNs, ctimeNs].join(' ')
}
