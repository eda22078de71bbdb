import { type Command, describeOption } from '../command.ts'
import { bashCompletion } from './bash.ts'
import { type Completions, namesCommand, valuesOf } from './values.ts'
import { zshCompletion } from './zsh.ts'

const scripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** Returns the completion script for `bash`, `zsh` or `fish`; `''` for other shells. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  return scripts[shell]?.(commands) ?? ''
}

/** Returns a script for fish, see https://fishshell.com/docs/current/completions.html */
function fishCompletion(commands: readonly Command[]): string {
  return [
    '# fish completion for gitglot',
    'complete -c gitglot -f',
    line('__fish_use_subcommand', '-s h -l help', 'Print this help.'),
    line('__fish_use_subcommand', '-s V -l version', 'Print the version.'),
    ...commands.map(({ name, summary }) => line('__fish_use_subcommand', `-a ${name}`, summary)),
    ...commands.flatMap(commandLines),
    '',
  ].join('\n')
}

function commandLines({ name, options, operands }: Command): string[] {
  const condition = `__fish_seen_subcommand_from ${name}`
  return [
    ...operands.map((operand) =>
      line(condition, argument(valuesOf(operand), '', '-f'), operand.description),
    ),
    ...options.map((option) => {
      // -r: requires a value; -x: requires a value that is not a file.
      const value = option.value === undefined ? '' : ` ${argument(valuesOf(option), '-r', '-x')}`
      const short = option.short === undefined ? '' : `-s ${option.short} `
      return line(condition, `${short}-l ${option.name}${value}`, describeOption(option))
    }),
    line(condition, '-s h -l help', 'Print this help.'),
  ]
}

function argument(
  { words, names, isPath }: Completions,
  before: string,
  otherwise: string,
): string {
  if (isPath) return `${before} -F`.trim()
  if (names !== undefined) return `${otherwise} -a ${quote(`(${namesCommand(names)})`)}`
  return words.length > 0 ? `${otherwise} -a ${quote(words.join(' '))}` : otherwise
}

function line(condition: string, what: string, description: string): string {
  return `complete -c gitglot -n ${quote(condition)} ${what} -d ${quote(description)}`
}

/** Quotes a text with single quotes, inside which fish has two escapes. */
function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
