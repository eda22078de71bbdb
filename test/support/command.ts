import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../src/cli/run.ts'
import { createTemporaryFolder, runGit } from './git-repository.ts'

/** What a process ended with. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** What runs now, and after it whatever was asked for meanwhile: a process has one working folder. */
let last: Promise<unknown> = Promise.resolve()

/** Runs gitglot in a folder, with an empty cache and no environment of the user's: in this process, which is much faster. */
export function gitglot(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const ended = last.then(() => runHere(folder, args, environment))
  last = ended.catch(() => undefined)
  return ended
}

async function runHere(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const before = { folder: process.cwd(), environment: { ...process.env } }
  const { stdout, stderr } = process
  const out = capture(stdout)
  const err = capture(stderr)
  process.chdir(folder)
  setEnvironment({ PATH: process.env['PATH'], HOME: process.cwd(), ...environment })
  try {
    const code = await run(args)
    return { code, out: out.text(), err: err.text() }
  } finally {
    setEnvironment(before.environment)
    process.chdir(before.folder)
    out.end()
    err.end()
  }
}

/** In place: Node's own modules read the environment of the process, not another object. */
function setEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined) process.env[name] = value
  }
}

/** Keeps what is written to a stream, which gets none of it, until the end. */
function capture(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const write = stream.write
  const parts: string[] = []
  stream.write = (part: string | Uint8Array): boolean => {
    parts.push(typeof part === 'string' ? part : Buffer.from(part).toString())
    return true
  }
  return {
    text: () => parts.join(''),
    end() {
      stream.write = write
    },
  }
}

/** Writes files into a folder: path -> text. */
export function writeFilesInto(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A work tree in a folder `project`, with one commit for each set of files, which are added to those before. */
export function createCheckout(...commits: readonly Readonly<Record<string, string>>[]): string {
  const folder = join(createTemporaryFolder(), 'project')
  mkdirSync(folder)
  runGit(folder, 'init', '--quiet', '--initial-branch', 'main')
  commits.forEach((files, index) => {
    writeFilesInto(folder, files)
    runGit(folder, 'add', '--all')
    runGit(folder, 'commit', '--quiet', '--message', `Commit ${index + 1}`)
  })
  return folder
}

/** A configuration of the repository that it stands in: one component, `shop/web`, with `l/en.json` as its template. */
export const shopConfig = `projects:
  - slug: shop
    name: Shop
    web: https://shop.example
    repo: .
    components:
      - { slug: web, name: Web, file_format: json, filemask: l/*.json, template: l/en.json }
`

/** A checkout whose HEAD is on `topic`, parted from `main` with these edits in the work tree. */
export function createTopic(
  files: Readonly<Record<string, string>>,
  edits: Readonly<Record<string, string>>,
): string {
  const folder = createCheckout(files)
  runGit(folder, 'checkout', '--quiet', '-b', 'topic')
  writeFilesInto(folder, edits)
  return folder
}
