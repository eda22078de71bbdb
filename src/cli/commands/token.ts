import { randomBytes } from 'node:crypto'
import { UsageError } from '../../errors.ts'
import type { Command } from '../command.ts'
import { namesIn } from '../names-in.ts'
import { names } from './shared.ts'

export const token: Command = {
  name: 'token',
  summary: 'Create an API token and print its configuration entry.',
  operands: [{ name: 'NAME', description: 'Purpose of the token (default: token)' }],
  options: [
    {
      name: 'scopes',
      value: 'SCOPES',
      description: 'Comma-separated permissions: read, refresh, metrics',
      default: 'read',
      check: names,
    },
    {
      name: 'projects',
      value: 'SLUGS',
      description: 'Comma-separated private projects that the token may read (default: all)',
      check: names,
    },
  ],
  examples: [
    { line: 'gitglot token', meaning: 'Create a token and print the lines for gitglot.yml.' },
    {
      line: 'gitglot token monitoring --scopes read,metrics --projects shop',
      meaning: 'Create a token for metrics and one private project.',
    },
  ],
  async run({ operands: [name = 'token'], values: { scopes = '', projects } }) {
    const { stringify } = await import('yaml')
    const { checkScopes } = await import('../../config/access.ts')
    const { hashOf } = await import('../../http/access.ts')
    const fault = checkScopes(namesIn(scopes) ?? [])
    if (fault !== undefined) throw new UsageError(`gitglot token: --scopes ${fault}`)
    const secret = `ggt_${randomBytes(30).toString('base64url')}`
    const token = { name, hash: hashOf(secret), scopes: namesIn(scopes) }
    const entry = { tokens: [projects ? { ...token, projects: namesIn(projects) } : token] }
    process.stderr.write(`The token, which nobody can show again: ${secret}\n`)
    process.stdout.write(stringify(entry))
    return 0
  },
}
