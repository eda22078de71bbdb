import type { Command } from '../command.ts'
import { format, repository } from './shared.ts'

export const discover: Command = {
  name: 'discover',
  summary: 'Find the components of a repository without a configuration, and explain each.',
  operands: [repository],
  options: [
    {
      name: 'write',
      description:
        'Write gitglot.yml, or add what is new: at the top of a checkout, for other repositories in the current folder.',
    },
    { name: 'force', description: 'Overwrite an existing gitglot.yml.' },
    format(['text', 'json']),
  ],
  examples: [
    { line: 'gitglot discover', meaning: 'Show the components found in the current checkout.' },
    {
      line: 'gitglot discover gethomepage/homepage --write',
      meaning: 'Write a configuration for a GitHub repository.',
    },
  ],
  async run(args) {
    const { discoverCommand } = await import('../discover/discover.ts')
    return discoverCommand(args)
  },
}
