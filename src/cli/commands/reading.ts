import { FAIL_ON } from '../../gate/options.ts'
import type { Command } from '../command.ts'
import {
  component,
  config,
  format,
  language,
  operandsOf,
  optionsOf,
  ref,
  repository,
  worktree,
} from './shared.ts'

const CHECK_FORMATS = ['text', 'json', 'github', 'sarif', 'junit', 'markdown'] as const

/** The commands that show a repository, in the order of the help. */
export const reading: readonly Command[] = [
  {
    name: 'status',
    summary: 'Show what is translated and which checks fail, by component and language.',
    operands: operandsOf(repository),
    options: optionsOf({
      ...{ ...config, ...ref, ...worktree },
      outdated: 'Count translations that are older than their source. Reads the history.',
      notes: 'Also count strings that fail only style checks.',
      all: 'Show every language of every component, even if there are more than ten components.',
      'percent N': 'Print below the table how many languages are at least N percent translated.',
      'sort ORDER': {
        description: 'Order: as components are listed, or most strings left first',
        choices: ['listed', 'left'],
        default: 'listed',
      },
      ...{
        ...component,
        ...language,
        ...format(['table', 'json', 'csv', 'markdown', 'openmetrics']),
      },
    }),
    examples: {
      'gitglot status': 'Show the current checkout.',
      'gitglot status --language de --sort left':
        'Show where most German strings are missing, one line per component.',
      'gitglot status gethomepage/homepage --language de --format json':
        'Show one language of a GitHub repository, as JSON.',
    },
    run: async (args) => (await import('../status/status.ts')).status(args),
  },
  {
    name: 'list',
    summary: 'List the strings that are untranslated, fail checks, are outdated or match a query.',
    operands: operandsOf(repository),
    options: optionsOf({
      ...{ ...config, ...ref, ...worktree, ...component, ...language },
      'state STATES':
        'Comma-separated states: untranslated, needs-editing, translated, approved, read-only (default: all)',
      'check IDS': 'Show only strings that fail one of the checks with these comma-separated ids.',
      outdated: 'Show only translations that are older than their source. Reads the history.',
      'query QUERY': {
        description: "Show only strings that match a query in Weblate's query language.",
        short: 'q',
      },
      ...format(['table', 'json', 'csv', 'po']),
    }),
    examples: {
      'gitglot list --language de --state untranslated,needs-editing':
        'Show what is missing in German.',
      "gitglot list -q 'source:log AND has:check' --format json":
        'Show failing strings about logs, as JSON.',
    },
    run: async (args) => (await import('../list/list.ts')).list(args),
  },
  {
    name: 'check',
    summary: 'Fail if translations are broken: a gate for continuous integration.',
    operands: operandsOf(repository),
    options: optionsOf({
      ...config,
      'base REF': 'Report only problems introduced since the merge base with REF.',
      'fail-on WHAT': {
        description: 'Lowest severity that fails the check (default: error)',
        choices: FAIL_ON,
      },
      'fail-under N':
        'Fail if a language (of --require-languages, if given) is less than N percent translated.',
      'require-languages CODES':
        'Fail if a component lacks one of these comma-separated language codes.',
      'checks IDS': 'Comma-separated ids of the checks to run (default: all)',
      'ignore IDS': 'Comma-separated ids of checks and rules to ignore, such as same,outdated.',
      'max-outdated DAYS': {
        description: 'Fail if a translation has been outdated for more than DAYS days.',
        check: (value) => (/^\d{1,5}$/.test(value) ? undefined : 'needs a number of days'),
      },
      unused: 'Also report keys that no file mentions, and keys in code that no template has.',
      ...{ ...component, ...language, ...format(CHECK_FORMATS) },
      'report FORMAT=FILE,...': {
        description:
          'Comma-separated reports to write, such as sarif=gitglot.sarif,markdown=gitglot.md',
        check: reportsFault,
      },
    }),
    examples: {
      'gitglot check --base origin/main': 'Fail if this branch breaks a translation.',
      'gitglot check --fail-on none --require-languages de,fr --fail-under 95 --format github':
        'Fail if German or French is less than 95% translated; annotate lines on GitHub.',
    },
    run: async (args) => (await import('../check/check.ts')).check(args),
  },
  {
    name: 'diff',
    summary: 'Show how translations differ between two commits.',
    operands: operandsOf({
      BASE: 'Branch, tag or commit to start from, or BASE and HEAD in one: main..dev, main...dev.',
      '[HEAD]': 'Branch, tag or commit to compare with BASE (default: the files on disk)',
    }),
    options: optionsOf({
      ...config,
      stat: 'Show a line for each language, without the strings.',
      ...{ ...component, ...language, ...format(['text', 'json']) },
    }),
    examples: {
      'gitglot diff main': 'Compare the files on disk with main.',
      'gitglot diff v1.0 v2.0 --language de --format json':
        'Compare the German translations of two releases, as JSON.',
    },
    run: async (args) => (await import('../diff/diff.ts')).diff(args),
  },
  {
    name: 'review',
    summary: 'Show what a change does to translations, for people who cannot read them.',
    operands: operandsOf({
      '[BASE..HEAD]':
        'Changes to review: main..dev, main...dev, or a base to compare the files on disk with (default: HEAD)',
    }),
    options: optionsOf({
      ...{ ...config, ...component, ...language, ...format(['text', 'json', 'markdown']) },
    }),
    examples: {
      'gitglot review origin/main...HEAD': 'Review what this branch changed, the riskiest first.',
      'gitglot review v1.0..v2.0 --language de --format markdown':
        'Review how German changed between two releases, in Markdown for a comment.',
    },
    run: async (args) => (await import('../review/review.ts')).review(args),
  },
  {
    name: 'history',
    summary: 'Show each version of a string: commit, author, date and what changed.',
    operands: operandsOf({ KEY: 'Key, source text or checksum of the string.', ...repository }),
    options: optionsOf({
      ...{ ...config, ...ref, ...worktree, ...component },
      'language CODE': 'Language whose text to show (default: the source language)',
      ...format(['text', 'json']),
    }),
    examples: {
      'gitglot history account.greeting': 'Show how a source text changed.',
      'gitglot history account.greeting --language de --format json':
        'Show each German version, as JSON.',
    },
    run: async (args) => (await import('../history/history.ts')).history(args),
  },
  {
    name: 'blame',
    summary: 'Show who last changed each text of a translation, and in which commit.',
    operands: operandsOf({
      COMPONENT: 'Component of the translation: PROJECT/COMPONENT or COMPONENT.',
      LANGUAGE: 'Language of the translation: its code in the files, in Weblate or in BCP 47.',
      ...repository,
    }),
    options: optionsOf({ ...config, ...ref, ...worktree, ...format(['text', 'json']) }),
    examples: {
      'gitglot blame web de': 'Show who wrote the German texts.',
      "gitglot blame web de --ref '@2024-06-01' --format json":
        'Show the same as of June 2024, as JSON.',
    },
    run: async (args) => (await import('../history/blame.ts')).blame(args),
  },
  {
    name: 'bisect',
    summary: 'Find the commit since which strings fail a check.',
    operands: operandsOf(repository),
    options: optionsOf({
      ...config,
      'check ID': 'Id of the failing check. Required.',
      'key KEY': 'Examine only the string with this key, source text or checksum.',
      'ref REF': 'Branch, tag or commit at which the check fails (default: HEAD)',
      ...{ ...component, ...language, ...format(['text', 'json']) },
    }),
    examples: {
      'gitglot bisect --check same --language it':
        'Find the commit since which an Italian translation repeats its source.',
      'gitglot bisect --check same --key errors.offline --format json':
        'Find the commit since which one string repeats its source, as JSON.',
    },
    run: async (args) => (await import('../history/bisect.ts')).bisect(args),
  },
]

function reportsFault(value: string): string | undefined {
  const isReport = (report: string) =>
    CHECK_FORMATS.some((name) => name === report.trim().split('=', 1)[0]) && /=./.test(report)
  return value.split(',').every(isReport)
    ? undefined
    : `needs comma-separated FORMAT=FILE; FORMAT is one of ${CHECK_FORMATS.join(', ')}`
}
