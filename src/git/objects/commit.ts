import type { Commit, Person } from '../commit.ts'
import { damaged, isOid } from './object.ts'

/**
 * Parses a commit object. Decodes text by its `encoding` header (default, and for unknown encodings: UTF-8). Reads
 * as much as possible of malformed author and committer lines, with timestamp 0. Throws RepositoryError if the tree
 * or a parent is missing or malformed.
 */
export function parseCommit(oid: string, data: Buffer): Commit {
  const text = data.toString('utf8')
  const encoding = headerValue(text, 'encoding')
  return parseText(oid, encoding === undefined ? text : decode(data, encoding))
}

function parseText(oid: string, text: string): Commit {
  const [head, message] = splitAtBlankLine(text)
  const lines = head.split('\n')
  const tree = lines[0]?.startsWith('tree ') ? lines[0].slice(5) : ''
  if (!isOid(tree)) throw damaged('commit without a tree')
  const parents: string[] = []
  let at = 1
  for (; lines[at]?.startsWith('parent '); at++) {
    const parent = lines[at]!.slice(7)
    if (!isOid(parent)) throw damaged('commit with a malformed parent')
    parents.push(parent)
  }
  const author = parsePerson(headerValue(head, 'author') ?? '')
  const committer = parsePerson(headerValue(head, 'committer') ?? '')
  return { oid, tree, parents, author, committer, message }
}

/** A day before the end of the year 9999, so that no time zone moves a date past it. */
const LAST_SECOND = 253_402_300_799 - 86_400

/** Parses a commit's time, in seconds since 1970. Like Git, returns 0 for a time outside 1970 to 9999. */
function commitTime(seconds: string | undefined): number {
  const timestamp = Number(seconds ?? 0)
  return timestamp >= 0 && timestamp <= LAST_SECOND ? timestamp : 0
}

/** Parses `Name <email> seconds zone` as leniently as Git: the last `>` ends the address. */
function parsePerson(line: string): Person {
  const end = line.lastIndexOf('>')
  const start = line.indexOf('<')
  if (start < 0 || end < start) return { name: line.trim(), email: '', timestamp: 0, utcOffset: 0 }
  const [, seconds, sign, hours, minutes] =
    /^ *(-?\d{1,15})(?: (?:([+-])(\d\d)([0-5]\d))?|$)/.exec(line.slice(end + 1)) ?? []
  const utcOffset = Number(`${sign ?? ''}${Number(hours ?? 0) * 60 + Number(minutes ?? 0)}`)
  return {
    name: line.slice(0, start).trim(),
    email: line.slice(start + 1, end).trim(),
    timestamp: commitTime(seconds),
    utcOffset,
  }
}

function headerValue(text: string, name: string): string | undefined {
  const [head] = splitAtBlankLine(text)
  const at = head.indexOf(`\n${name} `)
  if (at < 0) return undefined
  const start = at + name.length + 2
  const end = head.indexOf('\n', start)
  return head.slice(start, end < 0 ? undefined : end)
}

function splitAtBlankLine(text: string): [head: string, message: string] {
  const at = text.indexOf('\n\n')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)]
}

function decode(data: Buffer, encoding: string): string {
  try {
    // Git's headers are ASCII in every encoding, so a commit cannot really be UTF-16.
    if (/^utf-?16/i.test(encoding)) return data.toString('utf8')
    return new TextDecoder(encoding).decode(data)
  } catch {
    // Node does not know the encoding: decode as UTF-8, as `git log` does.
    return data.toString('utf8')
  }
}
