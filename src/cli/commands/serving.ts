import type { Command } from '../command.ts'
import { config, operandsOf, optionsOf, repository } from './shared.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the API and the dashboard.',
  operands: operandsOf({
    '[PATH|URL|OWNER/NAME]...': 'Repositories to serve; their components are discovered.',
  }),
  options: optionsOf({
    'config FILE': 'Configuration file (default without repositories: the built-in demo project)',
    'host ADDRESS': { description: 'Address to listen on', default: '127.0.0.1' },
    'port NUMBER': {
      description: 'Port to listen on; 0 picks a free one',
      default: '8000',
      check: (value) =>
        /^\d{1,5}$/.test(value) && Number(value) < 65_536 ? undefined : 'needs a port: 0 to 65535',
    },
  }),
  examples: {
    'gitglot serve': 'Serve the demo project at http://127.0.0.1:8000/.',
    'gitglot serve . gethomepage/homepage':
      'Serve the current checkout and a GitHub repository, without a configuration.',
    'gitglot serve --config gitglot.yml --host 0.0.0.0':
      'Serve the repositories of a configuration to the network.',
  },
  run: async (args) => (await import('../serve.ts')).serve(args),
}

export const exportSite: Command = {
  name: 'export',
  summary: 'Write the dashboard as files for any web host: pages, badges, feeds and JSON.',
  operands: operandsOf(repository),
  options: optionsOf({
    'out DIR': 'Folder to write to: an empty one, or that of the last export.',
    'base-url URL': {
      description: 'Address of the site, for links in feeds, previews and badges.',
      check: (value) =>
        /^https?:\/\/[^/]/.test(value) ? undefined : 'needs an address: https://…',
    },
    'ref REF': {
      description: 'Another branch, tag or commit to write; may be repeated.',
      isRepeated: true,
    },
    ...config,
  }),
  examples: {
    'gitglot export --out public --base-url https://example.github.io/app':
      'Write the dashboard of the current checkout for GitHub Pages.',
    'gitglot export --out public --ref v1.0.0 --ref v2.0.0':
      'Also write the dashboard at two tags.',
  },
  run: async (args) => (await import('../export/export.ts')).exportSite(args),
}

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve a repository to coding agents (Model Context Protocol, stdio).',
  operands: operandsOf(repository),
  options: optionsOf(config),
  examples: {
    'gitglot mcp': 'Serve the current checkout; each call reads the current files.',
    'claude mcp add gitglot -- gitglot mcp': 'Add the server to an agent, here Claude Code.',
  },
  run: async (args) => (await import('../mcp.ts')).mcp(args),
}

export const refresh: Command = {
  name: 'refresh',
  summary: 'Make a running server reload its configuration and fetch now.',
  operands: operandsOf({
    '[PROJECT[/COMPONENT]]': 'Project or component to fetch (default: everything)',
  }),
  options: optionsOf({
    'server URL': { description: 'Address of the server', default: 'http://127.0.0.1:8000/' },
    'token TOKEN': 'Token with the scope refresh (default: $GITGLOT_REFRESH_TOKEN, which is safer)',
  }),
  examples: {
    'gitglot refresh': 'Fetch all remotes of the server on this machine.',
    'gitglot refresh shop/web --server https://status.example.org/':
      'Fetch the remote of one component.',
  },
  run: async (args) => (await import('../refresh.ts')).refreshServer(args),
}

export const token: Command = {
  name: 'token',
  summary: 'Create an API token and print its configuration entry.',
  operands: operandsOf({ '[NAME]': 'Purpose of the token (default: token)' }),
  options: optionsOf({
    'scopes SCOPES': {
      description: 'Comma-separated permissions: read, refresh, metrics',
      default: 'read',
    },
    'projects SLUGS': 'Comma-separated private projects that the token may read (default: all)',
  }),
  examples: {
    'gitglot token': 'Create a token and print the lines for gitglot.yml.',
    'gitglot token monitoring --scopes read,metrics --projects shop':
      'Create a token for metrics and one private project.',
  },
  run: async (args) => (await import('../token.ts')).createToken(args),
}
