import { spawn } from 'node:child_process'
import { SaxesParser } from 'saxes'
import { finish, sideArgument } from './side.ts'

/** Reads all blobs through one `git cat-file --batch`, then parses them in the simplest way. */
const start = performance.now()
const { repo, oids, parse } = sideArgument<{
  repo: string
  oids: readonly string[]
  parse?: 'json' | 'xml' | 'text'
}>()

const git = spawn('git', ['-C', repo, 'cat-file', '--batch'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
git.stdin.end(`${oids.join('\n')}\n`)
const chunks: Buffer[] = []
for await (const chunk of git.stdout) chunks.push(chunk as Buffer)
const output = Buffer.concat(chunks)

let bytes = 0
for (let at = 0; at < output.length; ) {
  const end = output.indexOf(0x0a, at)
  const size = Number(output.toString('latin1', at, end).split(' ')[2])
  const blob = output.subarray(end + 1, end + 1 + size)
  if (parse === 'text') blob.toString()
  if (parse === 'json') JSON.parse(blob.toString())
  if (parse === 'xml') new SaxesParser().write(blob.toString()).close()
  bytes += size
  at = end + size + 2
}
const milliseconds = performance.now() - start
finish({ milliseconds, agreed: parse === undefined ? bytes : oids.length })
