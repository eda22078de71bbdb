import type { Command } from '../command.ts'

/** Defines the command that explains another command, or lists all. */
export function helpOf(listCommands: () => readonly Command[]): Command {
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
      const commands = listCommands()
      const parsed = parseArguments([...(name === undefined ? [] : [name]), '--help'], commands)
      const command = parsed.kind === 'help' ? parsed.command : undefined
      process.stdout.write(`${command === undefined ? helpText(commands) : commandHelp(command)}\n`)
      return 0
    },
  }
}
