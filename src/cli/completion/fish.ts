import type { Command } from '../command.ts'
import { type Completable, operandValues, valuesOf } from './values.ts'

/** A script for fish: https://fishshell.com/docs/current/completions.html */
export function fishCompletion(commands: readonly Command[]): string {
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
      line(condition, argument(operandValues(operand)), operand.description),
    ),
    ...options.map((option) => {
      // -x: it takes a value, which is no file; -r: it takes one.
      const values = valuesOf(option)
      const taken = values.kind === 'path' ? '-r -F' : ['-x', ...words(values)].join(' ')
      const value = option.value === undefined ? '' : ` ${taken}`
      return line(condition, `-l ${option.name}${value}`, option.description)
    }),
    line(condition, '-s h -l help', 'Print this help.'),
  ]
}

function argument(values: Completable): string {
  return values.kind === 'path' ? '-F' : ['-f', ...words(values)].join(' ')
}

function words(values: Completable): string[] {
  return values.kind === 'words' ? [`-a ${quote(values.words.join(' '))}`] : []
}

function line(condition: string, what: string, description: string): string {
  return `complete -c gitglot -n ${quote(condition)} ${what} -d ${quote(description)}`
}

/** In single quotes, within which fish knows two escapes. */
function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
