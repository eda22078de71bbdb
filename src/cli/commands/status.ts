import type { Command } from '../command.ts'
import { component, config, language, repository } from './shared.ts'

export const status: Command = {
  name: 'status',
  summary: 'Show what is translated and what fails, by component and language.',
  operands: [repository],
  options: [
    config,
    { name: 'ref', value: 'REF', description: 'Branch, tag or commit to show: the files on disk.' },
    {
      name: 'worktree',
      description:
        'Read the files as they are on disk, uncommitted edits included: the default where there is a work tree.',
    },
    {
      name: 'outdated',
      description:
        'Count outdated strings too: their source was changed after their translation. Walks the history.',
    },
    component,
    language,
    {
      name: 'format',
      value: 'FORMAT',
      choices: ['table', 'json', 'csv', 'markdown', 'openmetrics'],
      description: 'How to print it: table.',
    },
  ],
  examples: [
    { line: 'gitglot status', meaning: 'Show the checkout that the current folder is in.' },
    {
      line: 'gitglot status gethomepage/homepage --language de --format json',
      meaning: 'Show one language of a repository on GitHub, for programs.',
    },
  ],
  async run(args) {
    const { status } = await import('../status/status.ts')
    return status(args)
  },
}
