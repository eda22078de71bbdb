import { randomBytes } from 'node:crypto'
import { stringify } from 'yaml'
import { checkScopes } from '../config/access.ts'
import { UsageError } from '../errors.ts'
import { hashOf } from '../http/access.ts'
import { type Arguments, namesIn } from './command.ts'

/** Prints a new token to standard error and its entry for `gitglot.yml` to standard output. Throws UsageError. */
export function createToken({ operands: [name = 'token'], values }: Arguments): number {
  const { scopes = '', projects } = values
  const fault = checkScopes(namesIn(scopes) ?? [])
  if (fault !== undefined) throw new UsageError(`gitglot token: --scopes ${fault}`)
  const secret = `ggt_${randomBytes(30).toString('base64url')}`
  const token = { name, hash: hashOf(secret), scopes: namesIn(scopes) }
  const entry = { tokens: [projects ? { ...token, projects: namesIn(projects) } : token] }
  process.stderr.write(`The token, shown only this once: ${secret}\n`)
  process.stdout.write(stringify(entry))
  return 0
}
