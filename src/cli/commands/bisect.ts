import type { Command } from '../command.ts'
import { component, config, format, language, ref, repository } from './shared.ts'

export const bisect: Command = {
  name: 'bisect',
  summary: 'Find the commit since which strings fail a check.',
  operands: [repository],
  options: [
    config,
    {
      name: 'check',
      value: 'ID',
      names: 'checks',
      description: 'The check that fails. Required.',
    },
    {
      name: 'key',
      value: 'KEY',
      description: 'Only the string with this key, source text or checksum.',
    },
    { ...ref, description: 'Branch, tag or commit that fails (default: HEAD)' },
    component,
    language,
    format(['text', 'json']),
  ],
  examples: [
    {
      line: 'gitglot bisect --check python_format --language de',
      meaning: 'Find the commit that broke a German placeholder.',
    },
    {
      line: 'gitglot bisect --check same --key menu.save --format json',
      meaning: 'Find the commit since which one string repeats its source, as JSON.',
    },
  ],
  async run(args) {
    const { bisect } = await import('../history/bisect.ts')
    return bisect(args)
  },
}
