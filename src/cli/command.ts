/** Names that depend on the checkout, for completion. */
export const NAME_KINDS = ['refs', 'checks', 'components', 'languages'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** An option `--name VALUE` of a command, or a switch `--name`. */
export interface Option {
  readonly name: string
  readonly short?: string
  /** The placeholder of the value in the help, which also decides its completion: `FILE`. Undefined for a switch. */
  readonly value?: string
  readonly choices?: readonly string[]
  readonly description: string
  /** Whether all values count instead of only the last; they are joined with line feeds. */
  readonly isRepeated?: boolean
  /** The value if the option is not given; shown after the description. */
  readonly default?: string
  /** Returns what a value must be (`needs a port`) if it is invalid. */
  readonly check?: (value: string) => string | undefined
}

/** A positional argument. */
export interface Operand {
  /** The name shown in the help, which also decides its completion: `PATH|URL`. */
  readonly name: string
  readonly description: string
  readonly isRequired?: boolean
  /** Whether the operand may be repeated; only the last one may. */
  readonly isRepeated?: boolean
  readonly choices?: readonly string[]
}

/** The arguments of a command, checked against its operands and options. */
export interface Arguments {
  readonly operands: readonly string[]
  /** Values of options by name, including defaults. The last occurrence counts, unless `Option.isRepeated`. */
  readonly values: Readonly<Record<string, string>>
  readonly switches: ReadonlySet<string>
}

/** Exit codes of all commands, in addition to 0 for success and 1 for a failed check. */
export const WRONG_USE = 2
export const CANNOT_READ = 3

/**
 * The name, arguments and action of `gitglot NAME`. Help, completions and the manual page are generated from it. `run`
 * imports the implementation, so that starting one command does not load the others.
 */
export interface Command {
  readonly name: string
  /** One sentence. */
  readonly summary: string
  readonly operands: readonly Operand[]
  readonly options: readonly Option[]
  /** Two or more complete command lines and what they do. */
  readonly examples: Readonly<Record<string, string>>
  /** Resolves with the exit code. */
  readonly run: (args: Arguments) => Promise<number>
}

/** A term of the help and its description. */
export type Entry = readonly [term: string, description: string]

/** The options of every command. */
export const commonOptions: readonly Option[] = [
  { name: 'help', short: 'h', description: 'Print this help.' },
  { name: 'version', short: 'V', description: 'Print the version.' },
]

/** Returns `gitglot status [PATH|URL] [OPTION...]`. */
export function usageOf({ name, operands, options }: Command): string {
  const words = operands.map(({ name, isRequired, isRepeated }) => {
    const word = isRequired ? name : `[${name}]`
    return isRepeated ? `${word}...` : word
  })
  return ['gitglot', name, ...words, ...(options.length > 0 ? ['[OPTION...]'] : [])].join(' ')
}

/** Returns the operands and options of a command with their descriptions. */
export function entriesOf({ operands, options }: Pick<Command, 'operands' | 'options'>): Entry[] {
  return [
    ...operands.map(({ name, description }): Entry => [name, description]),
    ...options.map((option): Entry => [optionLabel(option), describeOption(option)]),
  ]
}

/** The entries of `commonOptions`. */
export const commonEntries: readonly Entry[] = entriesOf({ operands: [], options: commonOptions })

/** Returns `--config FILE`, `--format text|json` or `--write`. */
export function optionLabel({ name, short, value, choices }: Option): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`
  return value === undefined ? names : `${names} ${choices?.join('|') ?? value}`
}

/** Returns `Output format (default: text)`. */
export function describeOption({ description, default: value }: Option): string {
  return value === undefined ? description : `${description} (default: ${value})`
}

/** Splits a comma-separated list of names; undefined without a list. */
export function namesIn(list: string | undefined): string[] | undefined {
  return list?.split(',').flatMap((name) => name.trim() || [])
}
