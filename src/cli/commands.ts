import { type Command, NAME_KINDS } from './command.ts'
import { reading } from './commands/reading.ts'
import { exportSite, mcp, refresh, serve, token } from './commands/serving.ts'
import { setup } from './commands/setup.ts'

const completion: Command = {
  name: 'completion',
  summary: 'Print the completion script of a shell, or the names that the script completes.',
  operands: [
    {
      name: 'SHELL|NAMES',
      description: `bash, zsh or fish; or names of the current checkout: ${NAME_KINDS.join(', ')}`,
      isRequired: true,
      choices: ['bash', 'zsh', 'fish', ...NAME_KINDS],
    },
  ],
  options: [],
  examples: {
    'source <(gitglot completion bash)':
      'Complete in the current bash; add the line to ~/.bashrc for every bash.',
    'gitglot completion fish > ~/.config/fish/completions/gitglot.fish': 'Complete in every fish.',
  },
  async run({ operands: [what = ''] }) {
    const kind = NAME_KINDS.find((kind) => kind === what)
    if (kind !== undefined) {
      const { namesOf } = await import('./completion/names.ts')
      process.stdout.write((await namesOf(kind)).map((name) => `${name}\n`).join(''))
      return 0
    }
    const { completionScript } = await import('./completion/completion.ts')
    process.stdout.write(completionScript(what, commands))
    return 0
  },
}

const help: Command = {
  name: 'help',
  summary: 'Explain a command, or list all.',
  operands: [{ name: 'COMMAND', description: 'Command to explain (default: list all commands)' }],
  options: [],
  examples: {
    'gitglot help': 'List all commands.',
    'gitglot help check': 'Explain check and its options.',
  },
  async run({ operands: [name] }) {
    const { parseArguments } = await import('./arguments.ts')
    const { helpOf } = await import('./help.ts')
    const parsed = parseArguments([...(name === undefined ? [] : [name]), '--help'], commands)
    process.stdout.write(helpOf(parsed, commands))
    return 0
  },
}

/** All commands in the order of the help. Their code is imported when they run. */
export const commands: readonly Command[] = [
  ...[serve, ...reading, exportSite, mcp, ...setup],
  ...[refresh, token, completion, help],
]
