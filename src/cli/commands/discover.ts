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
        'Write gitglot.yml, or add new components to it: at the top of the checkout; in the current folder for other repositories.',
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
  run: async (args) => (await import('../discover/discover.ts')).discoverCommand(args),
}
