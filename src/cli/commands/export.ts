import type { Command } from '../command.ts'
import { config, repository } from './shared.ts'

export const exportSite: Command = {
  name: 'export',
  summary: 'Write the dashboard as files for any web host: pages, badges, feeds and JSON.',
  operands: [repository],
  options: [
    {
      name: 'out',
      value: 'DIR',
      description: 'Folder to write to: an empty one, or that of the last export.',
    },
    {
      name: 'base-url',
      value: 'URL',
      description: 'Address of the site, for links in feeds, previews and badges.',
      check: (value) =>
        /^https?:\/\/[^/]/.test(value) ? undefined : 'needs an address: https://…',
    },
    {
      name: 'ref',
      value: 'REF',
      names: 'refs',
      isRepeated: true,
      description: 'Another branch, tag or commit to write; may be repeated.',
    },
    config,
  ],
  examples: [
    {
      line: 'gitglot export --out public --base-url https://example.github.io/app',
      meaning: 'Write the dashboard of the current checkout for GitHub Pages.',
    },
    {
      line: 'gitglot export --out public --ref v1.0.0 --ref v2.0.0',
      meaning: 'Also write the dashboard at two tags.',
    },
  ],
  run: async (args) => (await import('../export/export.ts')).exportSite(args),
}
