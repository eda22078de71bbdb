/** An error in the configuration. The message names file, line and path in the file; exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** A request with a wrong option, query or name. The message is one line; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A requested project, component, language, unit, ref or page does not exist; status 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  /** What is missing: `component "web"`; undefined if only the message says so. */
  readonly what: string | undefined
  /** The ref that cannot be resolved, if one is missing. */
  readonly ref: string | undefined

  constructor(
    message: string,
    { what, ref, ...options }: ErrorOptions & { what?: string; ref?: string } = {},
  ) {
    super(message, options)
    this.what = what
    this.ref = ref
  }
}

/** Kinds of problems with repositories and servers, which determine retries, advice and alerts. */
export type RepositoryErrorCode =
  /** A server requires credentials, or rejects the given ones. */
  | 'auth'
  /** A server sends something other than what was requested, or only a part of it. */
  | 'bad-answer'
  /** A file with credentials is unreadable. */
  | 'credentials'
  /** Objects or refs are missing, malformed or inconsistent. */
  | 'damaged'
  /** A local file or folder cannot be read or written: the disk is full, or a permission is missing. */
  | 'disk'
  /** Another process holds a lock. */
  | 'in-use'
  /** The clone is intact, but was made without the requested data, such as a shallow clone. */
  | 'incomplete'
  /** The repository is too large for isomorphic-git, but not for git on PATH. */
  | 'needs-git'
  /** The repository has no such branch. */
  | 'no-branch'
  /** There is no such repository, commit or file. */
  | 'not-found'
  /** A program or package is missing on this machine. */
  | 'not-installed'
  /** The repository has not been read yet, but may be soon. */
  | 'not-ready'
  /** An address, name or redirect is not allowed, whether or not it exists. */
  | 'refused'
  /** The work was aborted because its owner was closed. */
  | 'stopped'
  /** An operation took too long. */
  | 'timeout'
  /** A limit was reached, so that a retry would be pointless. */
  | 'too-large'
  /** A server is unreachable, or fails without a reason. */
  | 'unreachable'
  /** A repository or file has an unsupported format. */
  | 'unsupported'

/** A repository or server that cannot be read. The message names it or the object; the code determines the advice. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError'
  readonly code: RepositoryErrorCode

  constructor(code: RepositoryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Runs a function, and puts a subject before the message of a RepositoryError that it throws. */
export function withSubject<T>(subject: string, run: () => T): T {
  try {
    return run()
  } catch (cause) {
    if (!(cause instanceof RepositoryError)) throw cause
    throw new RepositoryError(cause.code, `${subject}: ${cause.message}`, { cause })
  }
}

/** How much of an external text a message quotes. */
const MAX_QUOTED = 300

/** Returns the beginning of a text; a truncated text ends with `…`. */
export function beginningOf(text: string, maxCharacters: number = MAX_QUOTED): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** A file that cannot be parsed. `line` and `column` are 1-based; the message is or starts with what was expected. */
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

/** A query that is invalid or takes too long. The message is Weblate's if Weblate has one. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly code: 'invalid' | 'timeout'
  /** 0-based offset of the invalid part, in UTF-16 units. */
  readonly position: number

  constructor(
    message: string,
    position: number,
    { code = 'invalid', ...options }: ErrorOptions & { code?: QueryError['code'] } = {},
  ) {
    super(message, options)
    this.position = position
    this.code = code
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was cut',
  EEXIST: 'a file is in its place',
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

/**
 * Describes why a file, folder or server is not usable. Uses the system's message only if gitglot has none of its own.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // `fetch` puts the reason of a failure into the cause.
  if (error instanceof TypeError && error.cause !== undefined) return reasonOf(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error.message || code)
}

/** Returns the message of an error, or another thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns whether a system error has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}

/** Returns the result of a function; undefined if it throws an error of one of these classes. */
export function unless<T>(
  find: () => T,
  ...errors: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): T | undefined {
  try {
    return find()
  } catch (error) {
    if (errors.some((ErrorClass) => error instanceof ErrorClass)) return undefined
    throw error
  }
}
