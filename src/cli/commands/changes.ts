import { CHECK_FORMATS, FAIL_ON } from '../choices.ts'
import type { Command } from '../command.ts'
import {
  names as checkList,
  component,
  config,
  format,
  language,
  option,
  percentage,
  repository,
} from './shared.ts'

const isKnown = (format: string) => CHECK_FORMATS.some((name) => name === format)

export const check: Command = {
  name: 'check',
  summary: 'Fail if translations are broken: a gate for continuous integration.',
  operands: [repository],
  options: [
    config,
    option('base REF', 'Report only problems introduced since the merge base with REF.'),
    option('fail-on WHAT', 'Lowest severity that fails the check (default: error)', {
      choices: FAIL_ON,
    }),
    option(
      'fail-under N',
      'Fail if a language (of --require-languages, if given) is less than N percent translated.',
      { check: percentage },
    ),
    option(
      'require-languages CODES',
      'Fail if a component lacks one of these comma-separated language codes.',
      { check: checkList },
    ),
    option('checks IDS', 'Comma-separated ids of the checks to run (default: all)', {
      check: checkList,
    }),
    option(
      'ignore IDS',
      'Comma-separated ids of checks to ignore, or outdated, untranslated and other rules.',
      { check: checkList },
    ),
    option(
      'max-outdated DAYS',
      'Fail if a translation is older than its source by more than DAYS.',
      { check: (value) => (/^\d{1,5}$/.test(value) ? undefined : 'needs a number of days') },
    ),
    option(
      'unused',
      'Also report keys that no file names, and keys of the code that no template has.',
    ),
    component,
    language,
    format(CHECK_FORMATS),
    option(
      'report FORMAT=FILE,...',
      'Comma-separated reports to write, such as sarif=gitglot.sarif,markdown=gitglot.md',
      {
        check: (value) =>
          value
            .split(',')
            .every((report) => isKnown(report.trim().split('=', 1)[0] ?? '') && /=./.test(report))
            ? undefined
            : `needs comma-separated FORMAT=FILE; FORMAT is one of ${CHECK_FORMATS.join(', ')}`,
      },
    ),
  ],
  examples: {
    'gitglot check --base origin/main': 'Fail if this branch breaks a translation.',
    'gitglot check --fail-on none --require-languages de,fr --fail-under 95 --format github':
      'Fail if German or French is less than 95% translated; annotate lines on GitHub.',
  },
  run: async (args) => (await import('../check/check.ts')).check(args),
}

export const diff: Command = {
  name: 'diff',
  summary: 'Show how translations differ between two commits.',
  operands: [
    {
      name: 'BASE',
      description:
        'Branch, tag or commit to start from, or BASE and HEAD in one: main..dev, main...dev.',
      isRequired: true,
    },
    {
      name: 'HEAD',
      description: 'Branch, tag or commit to compare with BASE (default: the files on disk)',
    },
  ],
  options: [
    config,
    option('stat', 'Show a line for each language, without the strings.'),
    component,
    language,
    format(['text', 'json']),
  ],
  examples: {
    'gitglot diff main': 'Compare the files on disk with main.',
    'gitglot diff v1.0 v2.0 --language de --format json':
      'Compare the German translations of two releases, as JSON.',
  },
  run: async (args) => (await import('../diff/diff.ts')).diff(args),
}

export const review: Command = {
  name: 'review',
  summary: 'Show what a change does to translations, for those who cannot read them.',
  operands: [
    {
      name: 'BASE..HEAD',
      description:
        'Changes to review: main..dev, main...dev, or a base to compare the files on disk with (default: HEAD)',
    },
  ],
  options: [config, component, language, format(['text', 'json', 'markdown'])],
  examples: {
    'gitglot review origin/main...HEAD': 'Review what this branch changed, the riskiest first.',
    'gitglot review v1.0..v2.0 --language de --format markdown':
      'Review how German changed between two releases, in Markdown for a comment.',
  },
  run: async (args) => (await import('../review/review.ts')).review(args),
}
