import type { Operand, Option } from '../command.ts'

/** Operands by their form in the usage: `KEY`, `[PATH]` for an optional one, `[PATH]...` for a repeated one. */
type OperandTable = Readonly<Record<string, string>>

export const repository: OperandTable = {
  '[PATH|URL|OWNER/NAME]':
    'Repository: a folder, an address or a GitHub name (default: the current folder)',
}

/** Returns the operands of a table, in its order. */
export function operandsOf(table: OperandTable): Operand[] {
  return Object.entries(table).map(([form, description]) => {
    const [, optional, isRepeated] = /^\[(.*)\](\.\.\.)?$/.exec(form) ?? []
    return {
      ...{ name: optional ?? form, description },
      ...(optional === undefined && { isRequired: true }),
      ...(isRepeated && { isRepeated: true }),
    }
  })
}

/** Options by their form on the command line: `base REF`, or `force` for a switch; a text is the description. */
type OptionTable = Readonly<Record<string, string | Omit<Option, 'name' | 'value'>>>

/** What several commands accept. */
export const config: OptionTable = {
  'config FILE': 'Configuration file (default: gitglot.yml of the repository)',
}
export const ref: OptionTable = {
  'ref REF':
    'Branch, tag or commit to show, also at a time: @2024-06-01 (default: the files on disk)',
}
export const worktree: OptionTable = {
  worktree: 'Read the files on disk with uncommitted changes (default in a checkout).',
}
export const component: OptionTable = {
  'component P/C': 'Limit to one component: PROJECT/COMPONENT or COMPONENT.',
}
export const language: OptionTable = {
  'language CODE': 'Limit to one language: its code in the files, in Weblate or in BCP 47.',
}

/** Returns the option for the output format; the first choice is the default. */
export function format(choices: readonly [string, ...string[]]): OptionTable {
  return { 'format FORMAT': { description: 'Output format', choices, default: choices[0] } }
}

/** Returns the options of a table, in its order. */
export function optionsOf(table: OptionTable): Option[] {
  return Object.entries(table).map(([form, option]) => {
    const [name = '', value = ''] = form.split(' ')
    const check = CHECKS[value]
    return {
      ...{ name, ...(value && { value }), ...(check && { check }) },
      ...(typeof option === 'string' ? { description: option } : option),
    }
  })
}

/** Returns what the value must be if it is invalid, by the placeholder of the value. */
const CHECKS: Readonly<Record<string, Option['check']>> = {
  ...{ N: percentage, CODES: names, IDS: names, SCOPES: names, SLUGS: names, STATES: names },
}

function percentage(value: string): string | undefined {
  return /^\d{1,3}(\.\d)?$/.test(value) && Number(value) <= 100
    ? undefined
    : 'needs a percentage: 0 to 100'
}

function names(value: string): string | undefined {
  return value.split(',').every((name) => name.trim() !== '')
    ? undefined
    : 'needs comma-separated names'
}
