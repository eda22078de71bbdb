import type { Command } from '../command.ts'
import { config, format, ref, repository, worktree } from './shared.ts'

export const blame: Command = {
  name: 'blame',
  summary: 'Show who changed each text of a translation last, and in which commit.',
  operands: [
    {
      name: 'COMPONENT',
      names: 'components',
      description: 'Component of the translation: PROJECT/COMPONENT or COMPONENT.',
      isRequired: true,
    },
    {
      name: 'LANGUAGE',
      names: 'languages',
      description: 'Language of the translation: its code in the files, in Weblate or in BCP 47.',
      isRequired: true,
    },
    repository,
  ],
  options: [config, ref, worktree, format(['text', 'json'])],
  examples: [
    { line: 'gitglot blame web de', meaning: 'Show who wrote the German texts.' },
    {
      line: "gitglot blame web de --ref '@2024-06-01' --format json",
      meaning: 'Show the same as of June 2024, as JSON.',
    },
  ],
  run: async (args) => (await import('../history/blame.ts')).blame(args),
}
