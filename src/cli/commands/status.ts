import type { Command } from '../command.ts'
import { STATUS_FORMATS } from '../format-names.ts'
import {
  component,
  config,
  format,
  language,
  percentage,
  ref,
  repository,
  worktree,
} from './shared.ts'

export const status: Command = {
  name: 'status',
  summary: 'Show what is translated and which checks fail, by component and language.',
  operands: [repository],
  options: [
    config,
    ref,
    worktree,
    {
      name: 'outdated',
      description: 'Count translations that are older than their source. Reads the history.',
    },
    {
      name: 'notes',
      description: 'Also count strings that fail only style checks.',
    },
    {
      name: 'all',
      description:
        'Show every language of every component, even if there are more than ten components.',
    },
    {
      name: 'percent',
      value: 'N',
      description: 'Print below the table how many languages are at least N percent translated.',
      check: percentage,
    },
    {
      name: 'sort',
      value: 'ORDER',
      choices: ['listed', 'left'],
      description: 'Order: as components are listed, or most strings left first',
      default: 'listed',
    },
    component,
    language,
    format(STATUS_FORMATS),
  ],
  examples: [
    { line: 'gitglot status', meaning: 'Show the current checkout.' },
    {
      line: 'gitglot status --language de --sort left',
      meaning: 'Show where most German strings are missing, one line per component.',
    },
    {
      line: 'gitglot status gethomepage/homepage --language de --format json',
      meaning: 'Show one language of a GitHub repository, as JSON.',
    },
  ],
  run: async (args) => (await import('../status/status.ts')).status(args),
}
