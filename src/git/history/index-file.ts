import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  appendSegment,
  type CommitIndex,
  createIndex,
  type HistoryGroup,
  type IndexedCommit,
  type IndexSegment,
} from './commit-index.ts'

// One line for the groups, then one for each extension; each line begins with the SHA-256 of the line's sum before it
// and its own text, so lines can be neither damaged nor left out.
const version = 2

/** A file that keeps an index: lines are only ever added, until it is written anew. */
export interface IndexFile {
  /** The index as stored; without commits when there is none, it is damaged or it is of other groups. */
  read(): CommitIndex
  /** Adds a segment to what was read or written last. Throws the system's error when the disk is full. */
  append(segment: IndexSegment): void
  /** Writes a file with this segment only. */
  replace(segment: IndexSegment): void
}

/** An index of some groups at a path; nothing is touched until it is asked for. */
export function createIndexFile(path: string, groups: readonly HistoryGroup[]): IndexFile {
  const header = `gitglot history ${version} ${JSON.stringify(groups, writeExpression)}`
  let sum = ''

  function readLines(text: string): CommitIndex | undefined {
    const lines = text.split('\n')
    if (lines.pop() !== '') return undefined
    let index = createIndex(groups)
    sum = ''
    for (const [number, line] of lines.entries()) {
      const content = line.slice(65)
      sum = sumOf(sum, content)
      if (line.slice(0, 64) !== sum) return undefined
      if (number > 0) index = appendSegment(index, unpackSegment(JSON.parse(content)))
      else if (content !== header) return undefined
    }
    return index
  }

  function lineOf(content: string): string {
    sum = sumOf(sum, content)
    return `${sum} ${content}\n`
  }

  return {
    read() {
      const text = readText(path)
      const index = text === undefined ? undefined : readLines(text)
      return index ?? createIndex(groups)
    },
    append: (segment) => appendFileSync(path, lineOf(JSON.stringify(packSegment(segment)))),
    replace(segment) {
      mkdirSync(dirname(path), { recursive: true })
      sum = ''
      const part = `${path}.part`
      try {
        writeFileSync(part, lineOf(header) + lineOf(JSON.stringify(packSegment(segment))))
        renameSync(part, path)
      } catch (error) {
        rmSync(part, { force: true })
        throw error
      }
    },
  }
}

/** Numbers instead of repeated texts; lists instead of objects. */
interface PackedSegment {
  readonly tips: readonly string[]
  readonly formerPaths: readonly string[]
  readonly paths: readonly string[]
  readonly blobs: readonly string[]
  readonly commits: readonly PackedCommit[]
}

type PackedCommit = readonly [
  oid: string,
  timestamp: number,
  parents: readonly number[],
  isShallow: 0 | 1,
  /** Four a row: path, old blob, new blob, former path. */
  rows: readonly number[],
]

function packSegment({ commits, tips, formerPaths }: IndexSegment): PackedSegment {
  const paths = new Map([['', 0]])
  const blobs = new Map([['', 0]])
  const placeIn = (places: Map<string, number>, value: string): number => {
    const place = places.get(value) ?? places.size
    if (place === places.size) places.set(value, place)
    return place
  }
  const packed = commits.map(
    ({ oid, timestamp, parents, isShallow, rows }): PackedCommit => [
      oid,
      timestamp,
      parents,
      isShallow ? 1 : 0,
      rows.flatMap((row) => [
        placeIn(paths, row.path),
        placeIn(blobs, row.old),
        placeIn(blobs, row.new),
        placeIn(paths, row.from),
      ]),
    ],
  )
  return { tips, formerPaths, paths: [...paths.keys()], blobs: [...blobs.keys()], commits: packed }
}

function unpackSegment({ tips, formerPaths, paths, blobs, commits }: PackedSegment): IndexSegment {
  const unpacked = commits.map(([oid, timestamp, parents, isShallow, numbers]): IndexedCommit => {
    const rows: IndexedCommit['rows'][number][] = []
    for (let at = 0; at < numbers.length; at += 4) {
      rows.push({
        path: paths[numbers[at]!]!,
        old: blobs[numbers[at + 1]!]!,
        new: blobs[numbers[at + 2]!]!,
        from: paths[numbers[at + 3]!]!,
      })
    }
    return { oid, timestamp, parents, isShallow: isShallow === 1, rows }
  })
  return { tips, formerPaths, commits: unpacked }
}

function sumOf(before: string, content: string): string {
  return createHash('sha256').update(before).update(content).digest('hex')
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Missing or unreadable: it is built anew, and writing says what is wrong.
    return undefined
  }
}

function writeExpression(_key: string, value: unknown): unknown {
  return value instanceof RegExp ? String(value) : value
}
