import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endWithFile } from './children.ts'
import { createTemporaryFolder, runGit } from './git-repository.ts'
import { main } from './programs.ts'

/** What a process ended with. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs gitglot in a folder as a process of its own, with an empty cache and no environment of the user's. */
export function gitglot(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = endWithFile(
    spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
      detached: true,
    }),
  )
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }))
  })
}

/** Writes files into a folder: path -> text. */
export function writeFilesInto(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A work tree with one commit for each set of files, which are added to those before. */
export function createCheckout(...commits: readonly Readonly<Record<string, string>>[]): string {
  const folder = createTemporaryFolder()
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
