/** A mistake in the configuration. The message names the file, the line and the path in it; exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** A question that cannot be answered: a wrong option, query or name. The message is one line; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Something asked for does not exist: a project, component, language, unit, ref or page; status 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  /** Names it: `component "web"`; undefined where there is only the message. */
  readonly what: string | undefined

  constructor(message: string, { what, ...options }: NotFoundErrorOptions = {}) {
    super(message, options)
    this.what = what
  }
}

interface NotFoundErrorOptions extends ErrorOptions {
  readonly what?: string
}

/** What is wrong with a repository or a server, by which retries, advice and alerts are chosen. */
export type RepositoryErrorCode =
  /** A server asks for credentials, or does not accept those that it got. */
  | 'auth'
  /** A server answers something else than was asked for, or only a part of it. */
  | 'bad-answer'
  /** A file with credentials cannot be read. */
  | 'credentials'
  /** Objects or refs are missing, malformed or do not fit each other. */
  | 'damaged'
  /** A file or folder of this machine cannot be read or written: the disk is full, a permission is missing. */
  | 'disk'
  /** Another process owns what is needed. */
  | 'in-use'
  /** The clone is whole as it is, but was made without what is needed, as a shallow one. */
  | 'incomplete'
  /** It is too large for isomorphic-git alone: git on PATH would take it. */
  | 'needs-git'
  /** The repository has no such branch. */
  | 'no-branch'
  /** There is no such repository, commit or file. */
  | 'not-found'
  /** A program or package is missing on this machine. */
  | 'not-installed'
  /** It has not been read yet, and may be later. */
  | 'not-ready'
  /** An address, name or redirect is not allowed, whatever is there. */
  | 'refused'
  /** The work was ended: what it belongs to was closed. */
  | 'stopped'
  /** It took longer than it may. */
  | 'timeout'
  /** A limit was reached, so that trying again is in vain. */
  | 'too-large'
  /** A server cannot be reached, or does not say why it fails. */
  | 'unreachable'
  /** A repository or file has a form that gitglot does not read. */
  | 'unsupported'

/**
 * A repository or server that cannot be read. The message names it or the object; what to do about it is chosen by the code.
 */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError'
  readonly code: RepositoryErrorCode

  constructor(message: string, { code, ...options }: RepositoryErrorOptions) {
    super(message, options)
    this.code = code
  }
}

interface RepositoryErrorOptions extends ErrorOptions {
  readonly code: RepositoryErrorCode
}

/** Of a text from outside in a message, which it would fill. */
const MAX_QUOTED = 300

/** The beginning of a text: a longer one ends with `…`. */
export function beginningOf(text: string, maxCharacters: number = MAX_QUOTED): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/**
 * A file that cannot be read. `line` and `column` are 1-based; the message says what was expected, or the beginning of that.
 */
export class ParseError extends Error {
  override readonly name = 'ParseError'
  readonly line: number
  readonly column: number

  constructor(message: string, line: number, column: number, options?: ErrorOptions) {
    super(beginningOf(message), options)
    this.line = line
    this.column = column
  }
}

/** A query that cannot be understood or takes too long. Its message is Weblate's where Weblate has one. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly code: 'invalid' | 'timeout'
  /** 0-based offset of the part that is wrong, in UTF-16 units. */
  readonly position: number

  constructor(
    message: string,
    position: number,
    { code = 'invalid', ...options }: QueryErrorOptions = {},
  ) {
    super(message, options)
    this.position = position
    this.code = code
  }
}

interface QueryErrorOptions extends ErrorOptions {
  readonly code?: QueryError['code']
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was cut',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTFOUND: 'there is no such host',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
}

/** Why a file or folder could not be used, or a server not be reached, for people: the system's own words only where there are no others. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? error.message
}

/** Whether an error of the system has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
