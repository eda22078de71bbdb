import { dirname, join, resolve } from 'node:path'
import { readTextFile } from './text-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A value and its name: section and variable in lower case, a subsection as written, as `remote.origin.url`. */
export type Setting = readonly [name: string, value: string]

const MAX_INCLUDES = 10

/** The settings of a repository's own configuration file, in its order. */
export function readOwnSettings(commonDir: string): Setting[] {
  return readFile(join(commonDir, 'config'), undefined, 0)
}

/**
 * What Git takes from the configuration of the machine, the user and the repository, the last value of each name
 * (https://git-scm.com/docs/git-config#FILES). Conditional includes are left out.
 */
export function readSettings(
  { gitDir, commonDir }: { readonly gitDir: string; readonly commonDir: string },
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

/** Where Git looks for a file of the user's, such as `ignore`. */
export function userFiles(name: string, environment: Environment): string[] {
  const { XDG_CONFIG_HOME: folder, HOME: home } = environment
  if (folder) return [join(folder, 'git', name)]
  return home ? [join(home, '.config', 'git', name)] : []
}

/** A path in a setting, where `~/` stands for the user's folder. */
export function expandPath(path: string, home: string | undefined): string {
  return path.startsWith('~/') && home !== undefined ? join(home, path.slice(2)) : path
}

/** Whether a value is one of those that Git takes for true. */
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

/** The settings of a text. What is malformed is left out: Git itself refuses it. */
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
    // Git joins a line that ends with a backslash with the next one.
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(rest) && at + 1 < lines.length) {
      rest = rest.slice(0, -1) + lines[++at]!
    }
    const value = hasValue === undefined ? 'true' : parseValue(rest)
    settings.push([`${section}.${key.toLowerCase()}`, value])
  }
  return settings
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Without quotes, comment and the white space around it. */
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
