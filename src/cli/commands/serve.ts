import type { Command } from '../command.ts'
import { repository } from './shared.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the API and the dashboard.',
  operands: [
    {
      ...repository,
      isRepeated: true,
      description: 'Repositories to serve; their components are discovered.',
    },
  ],
  options: [
    {
      name: 'config',
      value: 'FILE',
      description: 'Configuration file (default without repositories: the built-in demo project)',
    },
    {
      name: 'host',
      value: 'ADDRESS',
      description: 'Address to listen on',
      default: '127.0.0.1',
    },
    {
      name: 'port',
      value: 'NUMBER',
      description: 'Port to listen on; 0 picks a free one',
      default: '8000',
      check: (value) =>
        /^\d{1,5}$/.test(value) && Number(value) < 65_536 ? undefined : 'needs a port: 0 to 65535',
    },
  ],
  examples: [
    { line: 'gitglot serve', meaning: 'Serve the demo project at http://127.0.0.1:8000/.' },
    {
      line: 'gitglot serve . gethomepage/homepage',
      meaning: 'Serve the current checkout and a GitHub repository, without a configuration.',
    },
    {
      line: 'gitglot serve --config gitglot.yml --host 0.0.0.0',
      meaning: 'Serve the repositories of a configuration to the network.',
    },
  ],
  async run({ operands, values: { config, host = '', port } }) {
    const { serve } = await import('../serve.ts')
    return serve({ repositories: operands, config, host, port: Number(port) })
  },
}
