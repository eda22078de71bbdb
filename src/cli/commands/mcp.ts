import type { Command } from '../command.ts'
import { config, repository } from './shared.ts'

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the facts of a repository to coding agents (Model Context Protocol, stdio).',
  operands: [repository],
  options: [config],
  examples: [
    { line: 'gitglot mcp', meaning: 'Serve the current checkout, as it is at each call.' },
    {
      line: 'claude mcp add gitglot -- gitglot mcp',
      meaning: 'Make it known to an agent: here Claude Code.',
    },
  ],
  async run(args) {
    const { mcp } = await import('../mcp/mcp.ts')
    return mcp(args)
  },
}
