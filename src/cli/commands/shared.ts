import type { Operand, Option } from '../command.ts'

/** The operand for the repository. */
export const repository: Operand = {
  name: 'PATH|URL|OWNER/NAME',
  description: 'Repository: a folder, an address or a GitHub name (default: the current folder)',
}

/** The option for the configuration file. */
export const config: Option = {
  name: 'config',
  value: 'FILE',
  description: 'Configuration file (default: gitglot.yml of the repository)',
}

/** The option for the commit to show. */
export const ref: Option = {
  name: 'ref',
  value: 'REF',
  names: 'refs',
  description:
    'Branch, tag or commit to show, also at a time: @2024-06-01 (default: the files on disk)',
}

/** The switch that reads the work tree. */
export const worktree: Option = {
  name: 'worktree',
  description:
    'Read the files on disk with uncommitted changes, which is the default in a checkout.',
}

/** The component to show. */
export const component: Option = {
  name: 'component',
  value: 'P/C',
  names: 'components',
  description: 'Limit to one component: PROJECT/COMPONENT or COMPONENT.',
}

/** The language to show. */
export const language: Option = {
  name: 'language',
  value: 'CODE',
  names: 'languages',
  description: 'Limit to one language: its code in the files, in Weblate or in BCP 47.',
}

/** Returns what a percentage must be, if it is invalid. */
export function percentage(value: string): string | undefined {
  return /^\d{1,3}(\.\d)?$/.test(value) && Number(value) <= 100
    ? undefined
    : 'needs a percentage: 0 to 100'
}

/** Returns what a comma-separated list must be, if it is invalid. */
export function names(value: string): string | undefined {
  return value.split(',').every((name) => name.trim() !== '')
    ? undefined
    : 'needs comma-separated names'
}

/** Defines the option for the output format; the first choice is the default. */
export function format(choices: readonly [string, ...string[]]): Option {
  const [first] = choices
  return { name: 'format', value: 'FORMAT', choices, description: 'Output format', default: first }
}
