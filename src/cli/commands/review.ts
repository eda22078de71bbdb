import type { Command } from '../command.ts'
import { component, config, format, language } from './shared.ts'

export const review: Command = {
  name: 'review',
  summary: 'Show what a change does to translations, for those who cannot read them.',
  operands: [
    {
      name: 'BASE..HEAD',
      names: 'refs',
      description:
        'Changes to review: main..dev, main...dev, or a base to compare the files on disk with (default: HEAD)',
    },
  ],
  options: [config, component, language, format(['text', 'json', 'markdown'])],
  examples: [
    {
      line: 'gitglot review origin/main...HEAD',
      meaning: 'Review what this branch changed, the riskiest first.',
    },
    {
      line: 'gitglot review v1.0..v2.0 --language de --format markdown',
      meaning: 'Review how German changed between two releases, in Markdown for a comment.',
    },
  ],
  run: async (args) => (await import('../review/review.ts')).review(args),
}
