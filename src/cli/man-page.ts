import { type Command, optionLabel, usageOf } from './command.ts'

/** Variables that commands read, and what they are for. */
const environment = [
  ['NO_COLOR', 'Anything but empty: no colors.'],
  ['WEBLATE_TOKEN', 'API token of gitglot import.'],
  [
    'GITGLOT_TOKEN_<HOST>',
    'Token or password for https repositories; the host in capitals with _ for dots.',
  ],
  ['XDG_CACHE_HOME', 'Where clones are kept: ~/.cache.'],
] as const

const exitCodes = [
  ['0', 'Done, or the gate of check passed.'],
  ['1', 'The gate of check failed, nothing was found, or a written file needs a hand.'],
  ['2', 'Wrong use or a wrong configuration.'],
  ['3', 'A repository or a server could not be read.'],
] as const

/** The manual page, in the man macros of roff (groff_man(7)), made from the texts of the commands. */
export function manPage(commands: readonly Command[], version: string): string {
  return [
    `.TH GITGLOT 1 "" "gitglot ${version}" "User Commands"`,
    '.SH NAME',
    `gitglot ${escaped('-')} translation status of Git repositories`,
    '.SH SYNOPSIS',
    ...commands.flatMap((command) => [
      '.B gitglot',
      `${text(usageOf(command).replace(/^gitglot /, ''))}`,
      '.br',
    ]),
    '.SH DESCRIPTION',
    text(
      "gitglot shows what is translated in Git repositories: on the command line, in a dashboard, and through Weblate's REST API. It only reads.",
    ),
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    '.SH OPTIONS OF ALL COMMANDS',
    ...entry('-h, --help', 'Print the help of a command.'),
    ...entry('-V, --version', 'Print the version.'),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, meaning]) => entry(code, meaning)),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, meaning]) => entry(name, meaning)),
    '.SH FILES',
    ...entry(
      'gitglot.yml',
      'The configuration of a repository; gitglot export-config-schema describes it.',
    ),
    '',
  ].join('\n')
}

function commandSection(command: Command): string[] {
  const { name, summary, operands, options, examples } = command
  return [
    `.SS ${text(`gitglot ${name}`)}`,
    text(summary),
    ...operands.flatMap((operand) => entry(operand.name, operand.description)),
    ...options.flatMap((option) => entry(optionLabel(option), option.description)),
    '.PP',
    'Examples:',
    ...examples.flatMap(({ line, meaning }) => entry(line, meaning)),
  ]
}

function entry(term: string, description: string): string[] {
  return ['.TP', `.B ${text(term)}`, text(description)]
}

/** A line of text: no request, no escape, and hyphens that can be copied. */
function text(line: string): string {
  const safe = escaped(line)
  return /^[.']/.test(safe) ? `\\&${safe}` : safe
}

function escaped(line: string): string {
  return line.replaceAll('\\', '\\e').replaceAll('-', '\\-')
}
