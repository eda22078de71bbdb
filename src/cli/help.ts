import { type Command, commonOptions, type Entry, entriesOf, usageOf } from './command.ts'

/** The text of `gitglot --help`: the commands, one a line. */
export function helpText(commands: readonly Command[]): string {
  return [
    'Usage: gitglot COMMAND [ARGUMENT...] [OPTION...]',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    ...columns(commonOptions),
    '',
    'Run gitglot COMMAND --help for the options of a command.',
  ].join('\n')
}

/** The text of `gitglot NAME --help`. */
export function commandHelp(command: Command): string {
  return [
    `Usage: ${usageOf(command)}`,
    '',
    command.summary,
    '',
    ...columns([...entriesOf(command), ...commonOptions]),
    '',
    'Examples:',
    ...command.examples.flatMap(({ line, meaning }) => [`  ${line}`, `      ${meaning}`]),
  ].join('\n')
}

/** Texts in two columns; a long left one gets a line of its own. */
function columns(entries: readonly Entry[]): string[] {
  const most = 26
  const width = Math.min(most, Math.max(...entries.map(([left]) => left.length)))
  return entries.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`]
      : [`  ${left.padEnd(width)}  ${right}`],
  )
}
