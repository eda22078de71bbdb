import { execFileSync } from 'node:child_process'
import type { WalkMode } from '../../src/git/history/walk.ts'

/** A row as one text: commit, old and new blob (zeros for none) and path. */
export type RowText = string

const ancestors = ['--full-history', '--no-merges', '--topo-order', '--reverse']
const modeArguments: Readonly<Record<WalkMode, readonly string[]>> = {
  'first-parent-moves': ['--first-parent', '-m'],
  ancestors,
  'ancestors-moves': ancestors,
}

/** The rows that `git log --raw` gives for glob pathspecs, in its order; it does not follow moves. */
export function readGitRows(
  path: string,
  { tip, masks, mode }: { tip: string; masks: readonly string[]; mode: WalkMode },
): RowText[] {
  const options = ['--raw', '-z', '--no-renames', '--no-abbrev', '--format=%H']
  const paths = masks.map((mask) => `:(glob)${mask}`)
  const command = ['-C', path, 'log', ...options, ...modeArguments[mode], tip, '--', ...paths]
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const log = execFileSync('git', command, { env, encoding: 'utf8', maxBuffer: 2 ** 30 })
  const rows: RowText[] = []
  let commit = ''
  const tokens = log.split(/[\0\n]+/)
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? ''
    if (!token.startsWith(':')) commit = token === '' ? commit : token
    else {
      const [, , old = '', next = ''] = token.split(' ')
      rows.push(`${commit} ${old} ${next} ${tokens[++i]}`)
    }
  }
  return rows
}
