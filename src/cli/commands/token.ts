import { randomBytes } from 'node:crypto'
import type { Command } from '../command.ts'

export const token: Command = {
  name: 'token',
  summary: 'Make a token, and print what the configuration has of it.',
  operands: [{ name: 'NAME', description: 'What it is for (default: token)' }],
  options: [],
  examples: [
    { line: 'gitglot token', meaning: 'Make a token, and print the lines for gitglot.yml.' },
    { line: 'gitglot token monitoring', meaning: 'Make one with a name.' },
  ],
  async run({ operands: [name = 'token'] }) {
    const { stringify } = await import('yaml')
    const { hashOf } = await import('../../http/access.ts')
    const secret = `ggt_${randomBytes(30).toString('base64url')}`
    const entry = { tokens: [{ name, hash: hashOf(secret), scopes: ['read'] }] }
    process.stderr.write(`The token, which nobody can show again: ${secret}\n`)
    process.stdout.write(stringify(entry))
    return 0
  },
}
