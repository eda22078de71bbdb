import { spawn } from 'node:child_process'
import { NotFoundError, RepositoryError, unless } from '../errors.ts'
import { type Environment, HOW_TO_COMPLETE, promisorOf } from './git-config.ts'
import { findGitFolder } from './git-folder.ts'
import { type File, listFiles } from './list-files.ts'
import { openRepository } from './open.ts'
import { findGit } from './remote/run-git.ts'
import type { Repository } from './repository.ts'
import { resolveRevision } from './revision.ts'

/** Each round reveals the next missing objects: a tag of a tag of a commit, its tree, folders, and files. */
const MAX_ROUNDS = 8
const MAX_MS = 30 * 60_000
const MAX_ERROR_CHARACTERS = 2000

/** A clone that lacks some objects of its history (https://git-scm.com/docs/partial-clone). */
type PartialClone = NonNullable<ReturnType<typeof partialCloneAt>>

/** Returns a partial clone with the remote that has all objects; undefined for other clones. */
function partialCloneAt(path: string, environment: Environment) {
  const remote = promisorOf(findGitFolder(path).commonDir)
  return remote === undefined ? undefined : { path, remote, environment }
}

/**
 * Fetches the objects of a commit and its files that a partial clone lacks, with the system's git. Does nothing in
 * other clones or for an unknown revision. Rejects with RepositoryError if the fetch fails.
 */
export async function fetchCommit(
  path: string,
  revision: string,
  environment: Environment,
): Promise<void> {
  const clone = partialCloneAt(path, environment)
  if (clone === undefined) return
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const missing = findMissing(path, revision)
    if (missing === undefined) {
      if (!(await fetchTip(clone, revision))) return
    } else if (missing.length === 0) return
    else await fetchObjects(clone, missing)
  }
}

/** Finds the objects that a commit's tree lacks; undefined if the commit itself is missing. */
function findMissing(path: string, revision: string): readonly string[] | undefined {
  const repository = openRepository({ path })
  try {
    const find = () => repository.readCommit(resolveRevision(repository, revision)).tree
    const tree = unless(find, RepositoryError, NotFoundError)
    return tree === undefined ? undefined : missingIn(repository, tree)
  } finally {
    repository.close()
  }
}

/** Images, fonts, archives and the like, which no supported format uses. */
const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|mp[34]|ogg|wav|webm|mov|pdf|woff2?|ttf|otf|eot|zip|gz|bz2|xz|7z|tar|jar|aar|exe|dll|so|dylib|a|class|wasm|psd|keystore)$/i

function missingIn(repository: Repository, tree: string): readonly string[] {
  if (!repository.has(tree)) return [tree]
  const missing = new Set<string>()
  const wantsFolder = ({ entry }: File) => {
    if (repository.has(entry.oid)) return true
    missing.add(entry.oid)
    return false
  }
  for (const { path, entry } of listFiles(repository, tree, wantsFolder)) {
    if (!NO_TEXT.test(path) && !repository.has(entry.oid)) missing.add(entry.oid)
  }
  return [...missing]
}

/** Fetches a commit by asking git to resolve it. Resolves to whether the revision exists. */
async function fetchTip(clone: PartialClone, revision: string): Promise<boolean> {
  if (findGit(clone.environment) === undefined) return false
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  return (await runGit(clone, args)).code === 0
}

/**
 * Fetches what a partial clone lacks of the history of wanted files, starting from commit ids or refs; `findWanted`
 * resolves to whether a path is wanted. Does nothing in other clones. Rejects with RepositoryError if the fetch fails.
 */
export async function fetchHistory(
  path: string,
  tips: readonly string[],
  findWanted: () => Promise<(path: string) => boolean>,
  environment: Environment,
): Promise<void> {
  const clone = partialCloneAt(path, environment)
  if (clone === undefined) return
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const trees = ['rev-list', '--objects', '--missing=print', '--filter=blob:none', ...tips, '--']
    const missing: string[] = []
    await runGit(clone, trees, {
      onLine: (line) => line.startsWith('?') && missing.push(line.slice(1)),
    })
    if (missing.length === 0) break
    await fetchObjects(clone, missing)
  }
  const wants = await findWanted()
  const oids = new Set<string>()
  const raw = ['log', '--raw', '--no-abbrev', '--no-renames', '-m', '--root', '--format=', ...tips]
  await runGit(clone, [...raw, '--'], {
    onLine(line) {
      const [, oid, file] =
        /^:\d+ \d+ [0-9a-f]{40} ([0-9a-f]{40}) [AMT]\t"?(.*?)"?$/.exec(line) ?? []
      if (oid !== undefined && file !== undefined && wants(file)) oids.add(oid)
    },
  })
  const repository = openRepository({ path })
  const blobs = [...oids].filter((oid) => !repository.has(oid))
  repository.close()
  if (blobs.length > 0) await fetchObjects(clone, blobs)
}

/** Fetches with the options that Git itself uses for missing objects, but all objects in one request. */
async function fetchObjects(clone: PartialClone, oids: readonly string[]): Promise<void> {
  const how = [
    '--no-tags',
    '--no-write-fetch-head',
    '--recurse-submodules=no',
    '--filter=blob:none',
  ]
  const args = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', '--quiet', clone.remote, ...how]
  const fetched = await runGit(clone, [...args, '--stdin'], { input: `${oids.join('\n')}\n` })
  if (fetched.code === 0) return
  const reason = fetched.errors.trim().split('\n').at(-1) ?? ''
  throw new RepositoryError(
    'incomplete',
    `${clone.path}: this partial clone lacks ${oids.length} needed objects, and git cannot fetch them: ${reason}; ${HOW_TO_COMPLETE}`,
  )
}

/** Keeps the clone's configuration from starting any program except what the transfer needs. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=off',
  'gc.auto=0',
  'maintenance.auto=false',
]

/** Runs git in a clone with the user's configuration and credentials. */
function runGit(
  { path, environment }: PartialClone,
  args: readonly string[],
  { input = '', onLine = () => {} }: { input?: string; onLine?: (line: string) => void } = {},
): Promise<{ readonly code: number | null; readonly errors: string }> {
  const program = findGit(environment)
  if (program === undefined) {
    throw new RepositoryError(
      'incomplete',
      `${path}: this partial clone lacks needed objects: install git, which fetches them; or ${HOW_TO_COMPLETE}`,
    )
  }
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  return new Promise((resolve) => {
    const child = spawn(program, ['-C', path, ...settings, ...args], {
      env: withoutRepository(environment),
      stdio: 'pipe',
      timeout: MAX_MS,
    })
    let errors = ''
    let rest = ''
    child.on('error', (error) => {
      errors += error.message
      resolve({ code: null, errors })
    })
    child.on('close', (code) => resolve({ code, errors }))
    child.stdin.on('error', () => undefined).end(input)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERROR_CHARACTERS)
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  })
}

/** Removes the variables by which a hook would point git to another repository or index. */
function withoutRepository(environment: Environment): Environment {
  const repositoryVariable =
    /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|PREFIX|NAMESPACE)$/
  const entries = Object.entries(environment).filter(([name]) => !repositoryVariable.test(name))
  return { ...Object.fromEntries(entries), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
}
