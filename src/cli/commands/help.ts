import type { Command } from '../command.ts'

/** The command that explains others; without one it lists them. */
export function helpOf(commands: () => readonly Command[]): Command {
  return {
    name: 'help',
    summary: 'Explain a command, or list all.',
    operands: [{ name: 'COMMAND', description: 'Command to explain (default: list all commands)' }],
    options: [],
    examples: [
      { line: 'gitglot help', meaning: 'List all commands.' },
      { line: 'gitglot help check', meaning: 'Explain check and its options.' },
    ],
    async run({ operands: [name] }) {
      const { parseArguments } = await import('../arguments.ts')
      const { commandHelp, helpText } = await import('../help.ts')
      const all = commands()
      const asked = parseArguments([...(name === undefined ? [] : [name]), '--help'], all)
      const command = asked.kind === 'help' ? asked.command : undefined
      process.stdout.write(`${command === undefined ? helpText(all) : commandHelp(command)}\n`)
      return 0
    },
  }
}
