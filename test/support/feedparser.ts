import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where `.ci/install-clients` puts a program around PyPI's feedparser. */
const program = join(tmpdir(), 'gitglot-clients/feedparser/bin/feedparser')

/** Whether that is installed. */
export function hasFeedparser(): boolean {
  return existsSync(program)
}

/** What feedparser understands of a feed. */
export interface ReadFeed {
  /** What is wrong with it; `''` where nothing is. */
  readonly fault: string
  /** `rss20` or `atom10`. */
  readonly version: string
  readonly title: string | null
  readonly link: string | null
  readonly entries: readonly Readonly<Record<string, unknown>>[]
}

export function parseFeed(text: string): ReadFeed {
  return JSON.parse(execFileSync(program, { input: text, encoding: 'utf8' })) as ReadFeed
}
