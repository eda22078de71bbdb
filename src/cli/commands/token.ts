import { randomBytes } from 'node:crypto'
import type { Command } from '../command.ts'
import { namesIn } from '../names-in.ts'
import { UsageError } from '../usage-error.ts'
import { names } from './shared.ts'

export const token: Command = {
  name: 'token',
  summary: 'Make a token, and print what the configuration has of it.',
  operands: [{ name: 'NAME', description: 'What it is for (default: token)' }],
  options: [
    {
      name: 'scopes',
      value: 'SCOPES',
      description: 'What it may do, comma-separated: read, refresh, metrics',
      default: 'read',
      check: names,
    },
    {
      name: 'projects',
      value: 'SLUGS',
      description: 'The private projects that it sees, comma-separated (default: all)',
      check: names,
    },
  ],
  examples: [
    { line: 'gitglot token', meaning: 'Make a token, and print the lines for gitglot.yml.' },
    {
      line: 'gitglot token monitoring --scopes read,metrics --projects shop',
      meaning: 'Make one that may read metrics, and of private projects sees one.',
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
