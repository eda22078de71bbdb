import { join } from 'node:path'
import { oncePerText } from '../../cache.ts'
import { type Environment, expandPath, isTrue, readSettings, userFiles } from '../git-config.ts'
import type { GitFolder } from '../git-folder.ts'
import { createGitNameTest, matchStars, type NameTest } from '../glob.ts'
import { readTextFile } from '../text-file.ts'

/** The attributes that decide how Git stores a file (https://git-scm.com/docs/gitattributes). */
export interface Attributes {
  readonly text: 'set' | 'unset' | 'auto' | undefined
  readonly hasEol: boolean
  /** Encoding of the file on disk. */
  readonly encoding: string | undefined
  /** Whether a program converts between the stored file and the file on disk, as for Git LFS. */
  readonly isFiltered: boolean
}

/**
 * Returns the rules from configuration, `.gitignore` and `.gitattributes` for the files of a work tree. Reads each rule
 * file once, on demand. `readText` returns the text of a file in the work tree, if there is one.
 */
export function createDiskRules(
  gitFolder: GitFolder,
  environment: Environment,
  readText: (path: string) => string | undefined,
) {
  const settings = readSettings(gitFolder, environment)
  const isOn = (setting: string) => isTrue(settings.get(setting) ?? 'false')
  const autoCrlf = settings.get('core.autocrlf') ?? 'false'
  const ignoreCase = isOn('core.ignorecase')
  /** Returns the text of the file that a setting names, or else of the user's default file. */
  const usersOwn = (setting: string, name: string): string => {
    const named = settings.get(setting)
    const paths = named === undefined ? userFiles(name, environment) : [named]
    return paths.map((path) => readTextFile(expandPath(path, environment['HOME'])) ?? '').join('')
  }
  const inGitDir = (name: string) => readTextFile(join(gitFolder.commonDir, 'info', name)) ?? ''
  const ignored = (text: string, base: string) => parseIgnored(text, base, ignoreCase)
  const attributes = (text: string, base: string) => parseAttributes(text, base, ignoreCase)
  const ignoredAt = perFolder(
    [usersOwn('core.excludesfile', 'ignore'), inGitDir('exclude')].flatMap((text) =>
      ignored(text, ''),
    ),
    (folder) => ignored(readText(`${folder}.gitignore`) ?? '', folder),
  )
  const attributesAt = perFolder(
    attributes(usersOwn('core.attributesfile', 'attributes'), ''),
    (folder) => attributes(readText(`${folder}.gitattributes`) ?? '', folder),
  )
  const lastAttributes = attributes(inGitDir('attributes'), '')
  return {
    /** Whether the checkout is sparse: a file that it leaves out counts as on disk only if it exists there. */
    isSparse: isOn('core.sparsecheckout') && !isOn('sparse.expectfilesoutsideofpatterns'),
    /** Whether Git converts the line endings of text files without any attribute. */
    hasAutoCrlf: isTrue(autoCrlf) || autoCrlf.toLowerCase() === 'input',
    /** Returns whether Git ignores an untracked file or folder whose parent folder is not ignored. */
    isIgnored(path: string, isFolder: boolean): boolean {
      const last = ignoredAt(path).findLast((rule) => rule.fits(path, isFolder))
      return last !== undefined && !last.isNegated
    },
    attributesOf: (path: string): Attributes =>
      attributesOf(path, [...attributesAt(path), ...lastAttributes]),
  }
}

/**
 * Returns a function that collects the rules for a path, the strongest last: `first`, then those of each folder above
 * the path, from the top. Folders are prefixes that end with a slash; each is read once.
 */
function perFolder(
  first: readonly Rule[],
  read: (folder: string) => readonly Rule[],
): (path: string) => readonly Rule[] {
  const upTo: (folder: string) => readonly Rule[] = oncePerText((folder) => {
    const above = folder === '' ? first : upTo(folderOf(folder.slice(0, -1)))
    return [...above, ...read(folder)]
  })
  return (path) => upTo(folderOf(path))
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** A line of a file such as `.gitignore` (https://git-scm.com/docs/gitignore#_pattern_format). */
interface Rule {
  /** Whether the rule revokes earlier ones. */
  readonly isNegated: boolean
  /** Text after the pattern: the attributes. */
  readonly rest: string
  /** Returns whether a path from the top matches. */
  fits(path: string, isFolder: boolean): boolean
}

/** `base` is the folder to which the paths are relative, with a trailing slash; `''` is the top. */
function parseIgnored(text: string, base: string, ignoreCase: boolean): Rule[] {
  return ruleLines(text).flatMap((line) => {
    let end = line.length
    // Trailing spaces do not count unless a backslash escapes them.
    while (line[end - 1] === ' ' && line[end - 2] !== '\\') end--
    return parseRule(line.slice(0, end), base, ignoreCase) ?? []
  })
}

/** Returns the lines that are neither empty nor comments. */
function ruleLines(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Parses a pattern; returns undefined if it matches nothing. */
function parseRule(
  written: string,
  base: string,
  ignoreCase: boolean,
  rest = '',
): Rule | undefined {
  const isNegated = written.startsWith('!')
  const plain = written.slice(isNegated ? 1 : 0)
  const isFolderOnly = plain.endsWith('/')
  const text = isFolderOnly ? plain.slice(0, -1) : plain
  if (text === '') return undefined
  const cased = (text: string) => (ignoreCase ? text.toLowerCase() : text)
  const segments = cased(text.replace(/^\//, '')).split('/')
  const isName = !text.includes('/')
  const tests = segments.map((segment) =>
    segment === '**' ? ANY_FOLDERS : createGitNameTest(segment),
  )
  return {
    isNegated,
    rest,
    fits(path, isFolder) {
      if ((isFolderOnly && !isFolder) || !path.startsWith(base)) return false
      const names = cased(path.slice(base.length)).split('/')
      return isName
        ? tests[0]!(names.at(-1)!)
        : matchStars(tests, ANY_FOLDERS, names) === tests.length
    },
  }
}

/** Test of `**`, which matches any number of folders, and at the end at least one. */
const ANY_FOLDERS: NameTest = () => true

/** A rule that gives a name to some attributes: it matches no file. */
interface Macro extends Rule {
  readonly macro: string
}

/** Parses an attributes file. Git accepts macros only from the file at the top and from files outside the tree. */
function parseAttributes(text: string, base: string, ignoreCase: boolean): (Rule | Macro)[] {
  return ruleLines(text).flatMap((line): Rule | Macro | [] => {
    const [, quoted, plain = '', rest = ''] =
      /^\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))\s*(.*)$/.exec(line) ?? []
    const written = quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1')
    if (written.startsWith('[attr]')) {
      const macro = written.slice('[attr]'.length)
      return { macro, isNegated: false, rest, fits: () => false }
    }
    // Git does not support negated patterns here.
    const rule = parseRule(written, base, ignoreCase, rest)
    return rule === undefined || rule.isNegated ? [] : rule
  })
}

/** Maps an attribute to `set`, `unset` or a value; undefined if it is unspecified. */
type Values = Map<string, string | undefined>

/** Returns the attributes of a file; the last rule wins. */
function attributesOf(path: string, rules: readonly (Rule | Macro)[]): Attributes {
  const macros = new Map([['binary', '-diff -merge -text']])
  for (const rule of rules) if ('macro' in rule) macros.set(rule.macro, rule.rest)
  const values: Values = new Map()
  for (const rule of rules) if (rule.fits(path, false)) assign(rule.rest, values, macros)
  const text = values.get('text') ?? values.get('crlf')
  const encoding = values.get('working-tree-encoding')
  const isText = text === 'set' || text === 'unset' || text === 'auto'
  return {
    text: text === 'input' ? 'set' : isText ? text : undefined,
    hasEol: ['lf', 'crlf'].includes(values.get('eol') ?? '') || text === 'input',
    encoding: encoding === 'set' || encoding === 'unset' ? undefined : encoding,
    isFiltered: ![undefined, 'set', 'unset'].includes(values.get('filter')),
  }
}

function assign(written: string, values: Values, macros: ReadonlyMap<string, string>): void {
  for (const attribute of written.split(/\s+/)) {
    const [, sign = '', name = '', value] = /^([-!]?)([^=]+)(?:=(.*))?$/.exec(attribute) ?? []
    if (name === '') continue
    const macro = sign === '' && value === undefined ? macros.get(name) : undefined
    // A macro must not contain itself.
    if (macro !== undefined)
      assign(macro, values, new Map([...macros].filter(([is]) => is !== name)))
    if (sign === '!') values.set(name, undefined)
    else values.set(name, sign === '-' ? 'unset' : (value ?? 'set'))
  }
}
