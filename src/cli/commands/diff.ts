import type { Command } from '../command.ts'
import { component, config, language } from './shared.ts'

export const diff: Command = {
  name: 'diff',
  summary: 'Show what a change did to translations: counts, then the strings.',
  operands: [
    {
      name: 'BASE',
      description: 'Branch, tag or commit to start from; main~2 works as in Git.',
      isRequired: true,
    },
    { name: 'HEAD', description: 'Branch, tag or commit to compare with: the files on disk.' },
  ],
  options: [
    config,
    component,
    language,
    {
      name: 'format',
      value: 'FORMAT',
      choices: ['text', 'json'],
      description: 'How to print it: text.',
    },
  ],
  examples: [
    { line: 'gitglot diff main', meaning: 'Show what the files on disk change against main.' },
    {
      line: 'gitglot diff v1.0 v2.0 --language de --format json',
      meaning: 'Show what two releases differ in, of one language, for programs.',
    },
  ],
  async run(args) {
    const { diff } = await import('../diff/diff.ts')
    return diff(args)
  },
}
