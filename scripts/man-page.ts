import { type Command, commonEntries, type Entry, entriesOf, usageOf } from '../src/cli/command.ts'

const ENVIRONMENT: readonly Entry[] = [
  ['NO_COLOR', 'If not empty, print no colors.'],
  ['FORCE_COLOR', 'If not empty, print colors to files and pipes too; 0 prints none.'],
  ['GITGLOT_PAGER', 'Pager for output that is longer than the terminal (default: PAGER, or less)'],
  ['WEBLATE_TOKEN', 'API token for gitglot import.'],
  ['GITGLOT_REFRESH_TOKEN', 'Token for gitglot refresh.'],
  [
    'GITGLOT_TOKEN_<HOST>',
    'Token or password for https repositories on HOST: host and port in capitals, with _ for all but letters and digits.',
  ],
  ['GITGLOT_USER_<HOST>', 'User to whom the token belongs (default: x-access-token)'],
  ['GITGLOT_TOKEN_<HOST>_FILE', 'File that holds the token.'],
  ['GITGLOT_CREDENTIALS_FILE', 'File in the form of git credential-store.'],
  ['GIT_SSH_COMMAND', 'Command for ssh repositories, as in Git.'],
  ['XDG_CACHE_HOME', 'Folder in which commands keep clones and results (default: ~/.cache)'],
]

export const EXIT_CODES: readonly Entry[] = [
  ['0', 'Success.'],
  [
    '1',
    'check failed, doctor found an error, discover found nothing, or import found differences or wrote an unfinished file.',
  ],
  ['2', 'Wrong usage or configuration.'],
  ['3', 'Something cannot be read: a repository, its history, a file or a server.'],
]

/** Returns the manual page in the man macros of roff (groff_man(7)). */
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
      "gitglot shows the translation status of Git repositories: on the command line, in a dashboard and through Weblate's REST API. It never writes to a repository.",
    ),
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    '.SH OPTIONS OF ALL COMMANDS',
    ...commonEntries.flatMap(entry),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(entry),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(entry),
    '.SH FILES',
    ...entry([
      'gitglot.yml',
      'The configuration of a repository. gitglot export-config-schema prints its schema.',
    ]),
    '',
  ].join('\n')
}

function commandSection(command: Command): string[] {
  return [
    `.SS ${text(`gitglot ${command.name}`)}`,
    text(command.summary),
    ...entriesOf(command).flatMap(entry),
    '.PP',
    'Examples:',
    ...Object.entries(command.examples).flatMap(entry),
  ]
}

function entry([term, description]: Entry): string[] {
  return ['.TP', `.B ${text(term)}`, text(description)]
}

/** Escapes a line for roff, with hyphens that can be copied. */
function text(line: string): string {
  const safe = escaped(line)
  return /^[.']/.test(safe) ? `\\&${safe}` : safe
}

function escaped(line: string): string {
  return line.replaceAll('\\', '\\e').replaceAll('-', '\\-')
}
