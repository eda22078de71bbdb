import { dirname, join, resolve } from 'node:path'
import type { GitFolder } from './git-folder.ts'
import { readTextFile } from './text-file.ts'

/** Environment variables: they give paths, credentials and proxies. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A setting, named as in `remote.origin.url`: section and variable in lower case, subsection as written. */
type Setting = readonly [name: string, value: string]

const MAX_INCLUDES = 10

/** Reads the settings of a repository's own configuration file, in file order. */
export function readOwnSettings(commonDir: string): Setting[] {
  return readFile(join(commonDir, 'config'), undefined, 0)
}

/** Advice for completing a partial clone. */
export const HOW_TO_COMPLETE = 'run git fetch --refetch --no-filter'

/** Returns the remote from which a partial clone fetches missing objects; undefined for other clones. */
export function promisorOf(commonDir: string): string | undefined {
  const settings = readOwnSettings(commonDir)
  for (const [name, value] of settings) {
    const [, remote] = /^remote\.(.+)\.promisor$/s.exec(name) ?? []
    if (remote !== undefined && value !== 'false') return remote
  }
  return new Map(settings).get('extensions.partialclone')
}

/**
 * Reads Git's configuration of the machine, the user and the repository; the last value of a name wins
 * (https://git-scm.com/docs/git-config#FILES). Skips conditional includes.
 */
export function readSettings(
  { gitDir, commonDir }: GitFolder,
  environment: Environment,
): ReadonlyMap<string, string> {
  const home = environment['HOME']
  const { GIT_CONFIG_GLOBAL: named, GIT_CONFIG_SYSTEM: system = '/etc/gitconfig' } = environment
  const isWithoutSystem = isTrue(environment['GIT_CONFIG_NOSYSTEM'] ?? 'false')
  const homeFiles = home === undefined ? [] : [join(home, '.gitconfig')]
  const files = [
    ...(isWithoutSystem ? [] : [system]),
    ...(named === undefined ? [...userFiles('config', environment), ...homeFiles] : [named]),
    join(commonDir, 'config'),
  ].filter((file) => file !== '')
  const settings = new Map(files.flatMap((file) => readFile(file, home, 0)))
  if (isTrue(settings.get('extensions.worktreeconfig') ?? 'false')) {
    for (const [name, value] of readFile(join(gitDir, 'config.worktree'), home, 0)) {
      settings.set(name, value)
    }
  }
  return settings
}

/** Returns the paths where Git looks for one of the user's files, such as `ignore`. */
export function userFiles(name: string, environment: Environment): string[] {
  const { XDG_CONFIG_HOME: folder, HOME: home } = environment
  if (folder) return [join(folder, 'git', name)]
  return home ? [join(home, '.config', 'git', name)] : []
}

/** Expands `~/` at the start of a path in a setting to the user's home folder. */
export function expandPath(path: string, home: string | undefined): string {
  return path.startsWith('~/') && home !== undefined ? join(home, path.slice(2)) : path
}

/** Returns whether Git reads a value as true. */
export function isTrue(value: string): boolean {
  return /^(?:true|yes|on|-?0*[1-9]\d*)$/i.test(value)
}

function readFile(file: string, home: string | undefined, depth: number): Setting[] {
  const settings = parseSettings(readTextFile(file) ?? '')
  if (depth === MAX_INCLUDES) return settings
  return settings.flatMap(([name, value]) =>
    name === 'include.path'
      ? readFile(resolve(dirname(file), expandPath(value, home)), home, depth + 1)
      : [[name, value]],
  )
}

/** Parses a configuration file. Skips malformed lines, since Git refuses such a file anyway. */
export function parseSettings(text: string): Setting[] {
  const settings: Setting[] = []
  let section = ''
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at]!
    const [head = '', name = '', , quoted] =
      /^\s*\[\s*([\w.-]+)(\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line) ?? []
    if (head !== '') {
      const sub = quoted === undefined ? '' : `.${quoted.replace(/\\(.)/g, '$1')}`
      section = name.toLowerCase() + sub
      line = line.slice(head.length)
    }
    const [match, key = '', hasValue] = /^\s*([a-zA-Z][\w-]*)\s*(=)?/.exec(line) ?? []
    if (match === undefined || section === '') continue
    let rest = line.slice(match.length)
    // Git joins a line that ends with a backslash to the next line.
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(rest) && at + 1 < lines.length) {
      rest = rest.slice(0, -1) + lines[++at]!
    }
    const value = hasValue === undefined ? 'true' : parseValue(rest)
    settings.push([`${section}.${key.toLowerCase()}`, value])
  }
  return settings
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Removes quotes, a comment and surrounding white space from a value. */
function parseValue(written: string): string {
  let value = ''
  let end = 0
  let isQuoted = false
  for (let at = 0; at < written.length; at++) {
    const character = written[at]!
    if (character === '"') isQuoted = !isQuoted
    else if (character === '\\') {
      const next = written[++at] ?? ''
      value += ESCAPES[next] ?? next
    } else if (!isQuoted && /[#;]/.test(character)) break
    else if (isQuoted || !/\s/.test(character) || value !== '') value += character
    if (isQuoted || !/\s/.test(character)) end = value.length
  }
  return value.slice(0, end)
}
