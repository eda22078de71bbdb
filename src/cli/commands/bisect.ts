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
      description: 'Id of the failing check. Required.',
    },
    {
      name: 'key',
      value: 'KEY',
      description: 'Examine only the string with this key, source text or checksum.',
    },
    { ...ref, description: 'Branch, tag or commit at which the check fails (default: HEAD)' },
    component,
    language,
    format(['text', 'json']),
  ],
  examples: [
    {
      line: 'gitglot bisect --check same --language it',
      meaning: 'Find the commit since which an Italian translation repeats its source.',
    },
    {
      line: 'gitglot bisect --check same --key errors.offline --format json',
      meaning: 'Find the commit since which one string repeats its source, as JSON.',
    },
  ],
  run: async (args) => (await import('../history/bisect.ts')).bisect(args),
}
