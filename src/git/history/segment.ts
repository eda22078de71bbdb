import { CommitColumns, type IndexedCommit } from './commit-columns.ts'
import type { IndexSegment } from './commit-index.ts'

/** Commits in one encoded part; a larger part would block the storing thread for too long. */
const MAX_COMMITS = 20_000

interface Part extends Pick<IndexSegment, 'tips' | 'formerPaths'> {
  readonly commits: readonly IndexedCommit[]
}

/** Encodes an extension in parts for `decodeSegment`, which are appended one after another. */
export function encodeParts({ tips, formerPaths, commits }: IndexSegment): Uint8Array[] {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(commits.length / MAX_COMMITS)) },
    (_, index) => index * MAX_COMMITS,
  )
  return starts.map((start) => {
    const part: Part = { tips, formerPaths, commits: commits.slice(start, start + MAX_COMMITS) }
    return Buffer.from(JSON.stringify(part))
  })
}

/** Decodes one part of an extension. */
export function decodeSegment(bytes: Uint8Array): IndexSegment {
  // `encodeParts` wrote the text.
  const { tips, formerPaths, commits }: Part = JSON.parse(new TextDecoder().decode(bytes))
  const columns = new CommitColumns()
  const texts = new Map<string, string>()
  /** Returns the same string for equal texts, which would otherwise take memory in each row. */
  const shared = (text: string): string => {
    const existing = texts.get(text)
    if (existing === undefined) texts.set(text, text)
    return existing ?? text
  }
  for (const commit of commits) {
    const rows = commit.rows.map((row) => ({
      path: shared(row.path),
      old: shared(row.old),
      new: shared(row.new),
      from: shared(row.from),
    }))
    columns.add({ ...commit, rows })
  }
  return { tips, formerPaths, commits: columns }
}
