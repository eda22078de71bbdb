/** A mistake in the configuration. The message names the file, the line and the path in it; exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Something asked for does not exist: a project, component, language, unit, ref or page; status 404. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}

/** A repository that cannot be read: unreachable, damaged, not a repository. The message names it or the object. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError'
}

/** The beginning of a text from outside, for messages that it would fill: at most 300 characters. */
export function beginningOf(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text
}

const MAX_QUOTED = 300

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
