import type { Invocation } from './arguments.ts'
import { type Command, commonEntries, type Entry, entriesOf, usageOf } from './command.ts'

/** Returns the help for which a command line asks. */
export function helpOf(invocation: Invocation, commands: readonly Command[]): string {
  const command = invocation.kind === 'help' ? invocation.command : undefined
  return `${command ? commandHelp(command) : helpText(commands)}\n`
}

/** Returns the text of `gitglot --help`: one line for each command. */
export function helpText(commands: readonly Command[]): string {
  return [
    'Usage: gitglot COMMAND [ARGUMENT...] [OPTION...]',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    ...columns(commonEntries),
    '',
    'Run gitglot COMMAND --help for the options of a command.',
  ].join('\n')
}

/** Returns the text of `gitglot NAME --help`. */
export function commandHelp(command: Command): string {
  return [
    `Usage: ${usageOf(command)}`,
    '',
    command.summary,
    '',
    ...columns([...entriesOf(command), ...commonEntries]),
    '',
    'Examples:',
    ...Object.entries(command.examples).flatMap(([line, meaning]) => [
      `  ${line}`,
      `      ${meaning}`,
    ]),
  ].join('\n')
}

/** Formats texts in two columns; a long left text gets a line of its own. */
function columns(entries: readonly Entry[]): string[] {
  const most = 26
  const width = Math.min(most, Math.max(...entries.map(([left]) => left.length)))
  return entries.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`]
      : [`  ${left.padEnd(width)}  ${right}`],
  )
}
