import type { Command } from '../command.ts'
import { component, config, format, language, ref, repository, worktree } from './shared.ts'

export const history: Command = {
  name: 'history',
  summary: 'Show each version of a string: commit, author, date and what changed.',
  operands: [
    {
      name: 'KEY',
      description: 'Key, source text or checksum of the string.',
      isRequired: true,
    },
    repository,
  ],
  options: [
    config,
    ref,
    worktree,
    component,
    { ...language, description: 'Language whose text to show (default: the source language)' },
    format(['text', 'json']),
  ],
  examples: [
    { line: 'gitglot history account.greeting', meaning: 'Show how a source text changed.' },
    {
      line: 'gitglot history account.greeting --language de --format json',
      meaning: 'Show each German version, as JSON.',
    },
  ],
  run: async (args) => (await import('../history/history.ts')).history(args),
}
