import { type Command, NAME_KINDS, type NameKind } from '../command.ts'

/** Defines the command that completes all commands, including itself. The list is requested only when it runs. */
export function completionOf(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print the completion script of a shell, or the names that it completes.',
    operands: [
      {
        name: 'SHELL|NAMES',
        description: `bash, zsh or fish; or names of the current checkout: ${NAME_KINDS.join(', ')}`,
        isRequired: true,
        choices: ['bash', 'zsh', 'fish', ...NAME_KINDS],
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
    async run({ operands: [what = ''] }) {
      if (NAME_KINDS.some((kind) => kind === what)) {
        const { namesOf } = await import('../completion/names.ts')
        const names = await namesOf(what as NameKind)
        process.stdout.write(names.map((name) => `${name}\n`).join(''))
        return 0
      }
      const { completionScript } = await import('../completion/completion.ts')
      process.stdout.write(completionScript(what, commands()))
      return 0
    },
  }
}
