import type { Command } from '../command.ts'
import { config, repository } from './shared.ts'

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve a repository to coding agents (Model Context Protocol, stdio).',
  operands: [repository],
  options: [config],
  examples: [
    {
      line: 'gitglot mcp',
      meaning: 'Serve the current checkout; each call reads the current files.',
    },
    {
      line: 'claude mcp add gitglot -- gitglot mcp',
      meaning: 'Add the server to an agent, here Claude Code.',
    },
  ],
  run: async (args) => (await import('../mcp.ts')).mcp(args),
}
