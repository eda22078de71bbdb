import type { Command } from '../command.ts'
import { repository } from './shared.ts'

export const discover: Command = {
  name: 'discover',
  summary: 'Find the components of a repository that has no configuration, and say why.',
  operands: [repository],
  options: [
    {
      name: 'write',
      description:
        'Write gitglot.yml: on top of a checkout, for another repository into the current folder.',
    },
    { name: 'force', description: 'Overwrite a gitglot.yml that is there already.' },
    {
      name: 'format',
      value: 'FORMAT',
      choices: ['text', 'json'],
      description: 'How to print what was found: text.',
    },
  ],
  examples: [
    { line: 'gitglot discover', meaning: 'Explain what is found in the checkout around.' },
    {
      line: 'gitglot discover gethomepage/homepage --write',
      meaning: 'Write a configuration for a repository on GitHub.',
    },
  ],
  async run(args) {
    const { discoverCommand } = await import('../discover/discover.ts')
    return discoverCommand(args)
  },
}
