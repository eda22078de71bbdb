import { type Command, optionLabel, usageOf } from './command.ts'

const common = [
  ['-h, --help', 'Print this help.'],
  ['-V, --version', 'Print the version.'],
] as const

/** The text of `gitglot --help`: the commands, one a line. */
export function helpText(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const)
  return [
    'Usage: gitglot COMMAND [ARGUMENT...] [OPTION...]',
    '',
    ...columns(rows),
    '',
    ...columns(common),
    '',
    'gitglot COMMAND --help tells more about a command.',
  ].join('\n')
}

/** The text of `gitglot NAME --help`. */
export function commandHelp(command: Command): string {
  const { summary, operands, options, examples } = command
  const rows = [
    ...operands.map(({ name, description }) => [name, description] as const),
    ...options.map((option) => [optionLabel(option), option.description] as const),
    ...common,
  ]
  return [
    `Usage: ${usageOf(command)}`,
    '',
    summary,
    '',
    ...columns(rows),
    '',
    'Examples:',
    ...examples.flatMap(({ line, meaning }) => [`  ${line}`, `      ${meaning}`]),
  ].join('\n')
}

/** Texts in two columns; a long left one gets a line of its own. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const most = 26
  const width = Math.min(most, Math.max(...rows.map(([left]) => left.length)))
  return rows.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`]
      : [`  ${left.padEnd(width)}  ${right}`],
  )
}
