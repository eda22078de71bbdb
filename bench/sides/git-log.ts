import { execFileSync } from 'node:child_process'
import { finish, sideArgument } from './side.ts'

/** Prints the same rows as Git's log, with or without file changes. */
const start = performance.now()
const { repo, tip, masks, isPatch } = sideArgument<{
  repo: string
  tip: string
  masks: readonly string[]
  isPatch: boolean
}>()
const options = [
  '--raw',
  '--full-history',
  '--no-merges',
  ...(isPatch ? ['-p'] : []),
  '--no-renames',
  '--no-abbrev',
  '--format=%H %ct',
]
const paths = masks.map((mask) => `:(glob)${mask}`)
const output = execFileSync('git', ['-C', repo, 'log', ...options, tip, '--', ...paths], {
  encoding: 'latin1',
  maxBuffer: 1 << 30,
})
let rows = 0
for (let at = output.indexOf('\n:'); at >= 0; at = output.indexOf('\n:', at + 1)) rows++
const milliseconds = performance.now() - start
finish({ milliseconds, agreed: rows })
