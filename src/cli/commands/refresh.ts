import type { Command } from '../command.ts'

export const refresh: Command = {
  name: 'refresh',
  summary: 'Make a running server reload its configuration and fetch now.',
  operands: [
    {
      name: 'PROJECT[/COMPONENT]',
      description: 'Project or component to fetch (default: everything)',
    },
  ],
  options: [
    {
      name: 'server',
      value: 'URL',
      description: 'Address of the server',
      default: 'http://127.0.0.1:8000/',
    },
    {
      name: 'token',
      value: 'TOKEN',
      description: 'Token with the scope refresh (default: $GITGLOT_REFRESH_TOKEN, which is safer)',
    },
  ],
  examples: [
    { line: 'gitglot refresh', meaning: 'Fetch all remotes of the server on this machine.' },
    {
      line: 'gitglot refresh shop/web --server https://status.example.org/',
      meaning: 'Fetch the remote of one component.',
    },
  ],
  async run({ operands: [place = ''], values: { server = '', token } }) {
    const { refreshServer } = await import('../refresh.ts')
    const secret = token ?? process.env['GITGLOT_REFRESH_TOKEN'] ?? ''
    return refreshServer({ place, server, token: secret })
  },
}
