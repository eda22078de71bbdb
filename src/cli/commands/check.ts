import type { Command, Option } from '../command.ts'
import { config, repository } from './shared.ts'

const list = (value: string) =>
  value.split(',').every((one) => one.trim() !== '') ? undefined : 'needs names with commas between'

const formats = ['text', 'json', 'github', 'sarif', 'junit', 'markdown']

const percent: Option = {
  name: 'fail-under',
  value: 'N',
  description:
    'Fail when less than N percent of a language are translated; with --require-languages of those.',
  check: (value) =>
    /^\d{1,3}(\.\d)?$/.test(value) && Number(value) <= 100
      ? undefined
      : 'needs a percentage: 0 to 100',
}

export const check: Command = {
  name: 'check',
  summary: 'Fail when translations are broken: the gate for continuous integration.',
  operands: [repository],
  options: [
    config,
    {
      name: 'base',
      value: 'REF',
      description: 'Count only what was in order where the history of REF and this one parted.',
    },
    {
      name: 'fail-on',
      value: 'WHAT',
      choices: ['new', 'any', 'none'],
      description:
        'What is broken fails: new since --base, any, or none: new with --base, else any.',
    },
    percent,
    {
      name: 'require-languages',
      value: 'CODES',
      description: 'Fail when a component has none of these languages, by code: de,fr.',
      check: list,
    },
    {
      name: 'checks',
      value: 'IDS',
      description: 'Only these checks count, by id: all.',
      check: list,
    },
    {
      name: 'max-outdated',
      value: 'DAYS',
      description:
        'Fail when the source of a string was changed longer ago and its translation was not since.',
      check: (value) => (/^\d{1,5}$/.test(value) ? undefined : 'needs a number of days'),
    },
    {
      name: 'format',
      value: 'FORMAT',
      choices: formats,
      description: 'How to print it: text.',
    },
    {
      name: 'report',
      value: 'FORMAT=FILE,...',
      description: 'Write it to files, too: sarif=gitglot.sarif,markdown=gitglot.md.',
      check: (value) =>
        value
          .split(',')
          .every((one) => formats.includes(one.trim().split('=', 1)[0] ?? '') && /=./.test(one))
          ? undefined
          : `needs FORMAT=FILE with commas between, of ${formats.join(', ')}`,
    },
  ],
  examples: [
    {
      line: 'gitglot check --base origin/main',
      meaning: 'Fail when this branch breaks a translation.',
    },
    {
      line: 'gitglot check --fail-on none --require-languages de,fr --fail-under 95 --format github',
      meaning:
        'Fail when German or French is less than 95% translated, with annotations on GitHub.',
    },
  ],
  async run(args) {
    const { check } = await import('../check/check.ts')
    return check(args)
  },
}
