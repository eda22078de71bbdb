import type { Command } from '../command.ts'
import { LIST_FORMATS } from '../format-names.ts'
import { component, config, format, language, names, ref, repository, worktree } from './shared.ts'

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
    {
      name: 'state',
      value: 'STATES',
      description:
        'Comma-separated states: untranslated, needs-editing, translated, approved, read-only (default: all)',
      check: names,
    },
    {
      name: 'check',
      value: 'IDS',
      names: 'checks',
      description: 'Show only strings that fail one of the checks with these comma-separated ids.',
      check: names,
    },
    {
      name: 'outdated',
      description: 'Show only translations that are older than their source. Reads the history.',
    },
    {
      name: 'query',
      short: 'q',
      value: 'QUERY',
      description: "Show only strings that match a query in Weblate's search language.",
    },
    format(LIST_FORMATS),
  ],
  examples: [
    {
      line: 'gitglot list --language de --state untranslated,needs-editing',
      meaning: 'Show what is missing in German.',
    },
    {
      line: "gitglot list -q 'source:log AND has:check' --format json",
      meaning: 'Show failing strings about logs, as JSON.',
    },
  ],
  run: async (args) => (await import('../list/list.ts')).list(args),
}
