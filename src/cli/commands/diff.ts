import type { Command } from '../command.ts'
import { component, config, format, language } from './shared.ts'

export const diff: Command = {
  name: 'diff',
  summary: 'Show how translations differ between two commits.',
  operands: [
    {
      name: 'BASE',
      names: 'refs',
      description:
        'Branch, tag or commit to start from, or BASE and HEAD in one: main..dev, main...dev.',
      isRequired: true,
    },
    {
      name: 'HEAD',
      names: 'refs',
      description: 'Branch, tag or commit to compare with BASE (default: the files on disk)',
    },
  ],
  options: [
    config,
    { name: 'stat', description: 'Show a line for each language, without the strings.' },
    component,
    language,
    format(['text', 'json']),
  ],
  examples: [
    { line: 'gitglot diff main', meaning: 'Compare the files on disk with main.' },
    {
      line: 'gitglot diff v1.0 v2.0 --language de --format json',
      meaning: 'Compare the German translations of two releases, as JSON.',
    },
  ],
  run: async (args) => (await import('../diff/diff.ts')).diff(args),
}
