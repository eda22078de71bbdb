import type { Operand, Option } from '../command.ts'

/** The operand for the repository. */
export const repository: Operand = {
  name: 'PATH|URL|OWNER/NAME',
  description: 'Repository: a folder, an address or a GitHub name (default: the current folder)',
}

/** Defines an option by its form on the command line: `base REF`, or `force` for a switch. */
export function option(form: string, description: string, more: Partial<Option> = {}): Option {
  const [name = '', value] = form.split(' ')
  return { name, description, ...(value !== undefined && { value }), ...more }
}

/** The option for the configuration file. */
export const config: Option = option(
  'config FILE',
  'Configuration file (default: gitglot.yml of the repository)',
)

/** The option for the commit to show. */
export const ref: Option = option(
  'ref REF',
  'Branch, tag or commit to show, also at a time: @2024-06-01 (default: the files on disk)',
)

/** The switch that reads the work tree. */
export const worktree: Option = option(
  'worktree',
  'Read the files on disk with uncommitted changes, which is the default in a checkout.',
)

/** The component to show. */
export const component: Option = option(
  'component P/C',
  'Limit to one component: PROJECT/COMPONENT or COMPONENT.',
)

/** The language to show. */
export const language: Option = option(
  'language CODE',
  'Limit to one language: its code in the files, in Weblate or in BCP 47.',
)

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
  return option('format FORMAT', 'Output format', { choices, default: first })
}
