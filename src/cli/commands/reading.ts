import { LIST_FORMATS, STATUS_FORMATS } from '../choices.ts'
import type { Command } from '../command.ts'
import {
  component,
  config,
  format,
  language,
  names,
  option,
  percentage,
  ref,
  repository,
  worktree,
} from './shared.ts'

export const status: Command = {
  name: 'status',
  summary: 'Show what is translated and which checks fail, by component and language.',
  operands: [repository],
  options: [
    config,
    ref,
    worktree,
    option('outdated', 'Count translations that are older than their source. Reads the history.'),
    option('notes', 'Also count strings that fail only style checks.'),
    option(
      'all',
      'Show every language of every component, even if there are more than ten components.',
    ),
    option(
      'percent N',
      'Print below the table how many languages are at least N percent translated.',
      { check: percentage },
    ),
    option('sort ORDER', 'Order: as components are listed, or most strings left first', {
      choices: ['listed', 'left'],
      default: 'listed',
    }),
    component,
    language,
    format(STATUS_FORMATS),
  ],
  examples: {
    'gitglot status': 'Show the current checkout.',
    'gitglot status --language de --sort left':
      'Show where most German strings are missing, one line per component.',
    'gitglot status gethomepage/homepage --language de --format json':
      'Show one language of a GitHub repository, as JSON.',
  },
  run: async (args) => (await import('../status/status.ts')).status(args),
}

export const list: Command = {
  name: 'list',
  summary: 'List the strings that are untranslated, fail checks, are outdated or match a query.',
  operands: [repository],
  options: [
    config,
    ref,
    worktree,
    component,
    language,
    option(
      'state STATES',
      'Comma-separated states: untranslated, needs-editing, translated, approved, read-only (default: all)',
      { check: names },
    ),
    option(
      'check IDS',
      'Show only strings that fail one of the checks with these comma-separated ids.',
      { check: names },
    ),
    option(
      'outdated',
      'Show only translations that are older than their source. Reads the history.',
    ),
    option('query QUERY', "Show only strings that match a query in Weblate's search language.", {
      short: 'q',
    }),
    format(LIST_FORMATS),
  ],
  examples: {
    'gitglot list --language de --state untranslated,needs-editing':
      'Show what is missing in German.',
    "gitglot list -q 'source:log AND has:check' --format json":
      'Show failing strings about logs, as JSON.',
  },
  run: async (args) => (await import('../list/list.ts')).list(args),
}

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
  examples: {
    'gitglot history account.greeting': 'Show how a source text changed.',
    'gitglot history account.greeting --language de --format json':
      'Show each German version, as JSON.',
  },
  run: async (args) => (await import('../history/history.ts')).history(args),
}

export const blame: Command = {
  name: 'blame',
  summary: 'Show who changed each text of a translation last, and in which commit.',
  operands: [
    {
      name: 'COMPONENT',
      description: 'Component of the translation: PROJECT/COMPONENT or COMPONENT.',
      isRequired: true,
    },
    {
      name: 'LANGUAGE',
      description: 'Language of the translation: its code in the files, in Weblate or in BCP 47.',
      isRequired: true,
    },
    repository,
  ],
  options: [config, ref, worktree, format(['text', 'json'])],
  examples: {
    'gitglot blame web de': 'Show who wrote the German texts.',
    "gitglot blame web de --ref '@2024-06-01' --format json":
      'Show the same as of June 2024, as JSON.',
  },
  run: async (args) => (await import('../history/blame.ts')).blame(args),
}

export const bisect: Command = {
  name: 'bisect',
  summary: 'Find the commit since which strings fail a check.',
  operands: [repository],
  options: [
    config,
    option('check ID', 'Id of the failing check. Required.'),
    option('key KEY', 'Examine only the string with this key, source text or checksum.'),
    { ...ref, description: 'Branch, tag or commit at which the check fails (default: HEAD)' },
    component,
    language,
    format(['text', 'json']),
  ],
  examples: {
    'gitglot bisect --check same --language it':
      'Find the commit since which an Italian translation repeats its source.',
    'gitglot bisect --check same --key errors.offline --format json':
      'Find the commit since which one string repeats its source, as JSON.',
  },
  run: async (args) => (await import('../history/bisect.ts')).bisect(args),
}
