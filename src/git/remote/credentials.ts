import { readFileSync } from 'node:fs'
import { type Address, decode } from '../../address.ts'
import { RepositoryError } from '../../errors.ts'
import type { Environment } from '../git-config.ts'

/** Credentials of an http(s) host. They are never shown: messages are stripped of `secrets`. */
export interface Credentials {
  /** Origin of the configured address. No other origin gets the credentials, not even after a redirect. */
  readonly origin: string
  /** Value of the `Authorization` header. */
  readonly authorization: string
  readonly secrets: readonly string[]
}

/**
 * Returns the credentials of an http(s) address from the first of these places that has them:
 * - the address itself (`user:password@`)
 * - `GITGLOT_TOKEN_<HOST>` (`GITGLOT_TOKEN_GITHUB_COM`; a port is part of the host), with the user in
 *   `GITGLOT_USER_<HOST>`
 * - the file named by `GITGLOT_TOKEN_<HOST>_FILE`
 * - a line of the file named by `GITGLOT_CREDENTIALS_FILE`, as `git credential-store` writes it
 *   (`https://user:password@host`)
 * Throws RepositoryError naming the variable if such a file cannot be read.
 */
export function readCredentials(
  address: Address,
  environment: Environment,
): Credentials | undefined {
  if (address.transport !== 'http') return undefined
  const { username, password, url } = address
  const { origin } = new URL(url)
  const basic = (user: string, secret: string): Credentials => {
    const encoded = Buffer.from(`${user}:${secret}`).toString('base64')
    return { origin, authorization: `Basic ${encoded}`, secrets: [secret, encoded] }
  }
  if (username !== '' || password !== '') {
    // An address with only a token has it in place of the user.
    return password === '' ? basic('x-access-token', username) : basic(username, password)
  }
  if (!isPrivate(address)) return undefined
  const host = address.host.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  const name = `GITGLOT_TOKEN_${host}`
  const token = environment[name] || readSecret(`${name}_FILE`, environment)
  if (token) return basic(environment[`GITGLOT_USER_${host}`] || 'x-access-token', token.trim())
  const lines = readSecret('GITGLOT_CREDENTIALS_FILE', environment)?.split(/\r?\n/) ?? []
  for (const line of lines) {
    const entry = URL.canParse(line.trim()) ? new URL(line.trim()) : undefined
    if (entry === undefined || entry.origin !== origin) continue
    return basic(decode(entry.username), decode(entry.password))
  }
  return undefined
}

// A token is not sent unencrypted unless the address itself contains it.
function isPrivate(address: Address): boolean {
  return address.url.startsWith('https:') || /^(localhost|127\.|\[::1\])/.test(address.host)
}

function readSecret(name: string, environment: Environment): string | undefined {
  const path = environment[name]
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new RepositoryError('credentials', `the file that ${name} names cannot be read`, {
      cause,
    })
  }
}
