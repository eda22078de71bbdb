import { reasonOf } from '../errors.ts'

/** What a configuration may refer to outside of itself: nothing if it is not trusted. */
export interface Outside {
  /** Environment variables, for `${NAME}`. */
  readonly environment: Readonly<Record<string, string | undefined>> | undefined
  /** Returns the text of a file that a `*_file` field names; throws if there is none. */
  readonly readSecretFile: ((path: string) => string) | undefined
}

/** Reports an invalid value; the message says what the field needs. */
export class ValidationError extends Error {}

/** A committer could use such a value to expose other people's secrets. */
const UNTRUSTED =
  'refers to data outside the repository: move the configuration out of the repository and name it with --config'

/** Replaces `${NAME}` by an environment variable; `$${` stands for a literal `${`. */
export function expand(text: string, { environment }: Outside): string {
  return text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (match, name: string | undefined) => {
    if (name === undefined) return '${'
    if (!match.endsWith('}') || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new ValidationError(
        `needs the name of an environment variable in \${}; a plain \${ is $\${`,
      )
    }
    if (environment === undefined) throw new ValidationError(UNTRUSTED)
    const value = environment[name]
    if (value === undefined) {
      throw new ValidationError(`the environment variable ${name} is not set`)
    }
    return value
  })
}

/** Returns the content of a file that a `*_file` field names, without a final line end. */
export function readSecret(path: string, { readSecretFile }: Outside): string {
  if (readSecretFile === undefined) throw new ValidationError(UNTRUSTED)
  try {
    return readSecretFile(path).replace(/\r?\n$/, '')
  } catch (error) {
    // An unreadable file is an error in the configuration.
    throw new ValidationError(`cannot be read: ${reasonOf(error)}`)
  }
}
