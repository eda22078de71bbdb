import type { Command } from '../command.ts'

/** The command that completes all commands, including itself; it asks for them when it runs. */
export function completionOf(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print the completion script of a shell.',
    operands: [
      {
        name: 'SHELL',
        description: 'bash, zsh or fish',
        isRequired: true,
        choices: ['bash', 'zsh', 'fish'],
      },
    ],
    options: [],
    examples: [
      {
        line: 'source <(gitglot completion bash)',
        meaning: 'Complete in the current bash; add the line to ~/.bashrc for every bash.',
      },
      {
        line: 'gitglot completion fish > ~/.config/fish/completions/gitglot.fish',
        meaning: 'Complete in every fish.',
      },
    ],
    async run({ operands: [shell] }) {
      const { completionScript } = await import('../completion/completion.ts')
      process.stdout.write(completionScript(shell ?? '', commands()))
      return 0
    },
  }
}
