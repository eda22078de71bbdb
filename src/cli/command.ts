/** An option `--name VALUE` of a command, or a switch `--name`. */
export interface Option {
  readonly name: string
  /** What stands for the value in the help: `FILE`; undefined: a switch, which takes none. */
  readonly value?: string
  /** All values there are, where they can be counted: for refusals, completion and help. */
  readonly choices?: readonly string[]
  /** One sentence; the default, when there is one, after a colon: `Port to listen on: 8000.` */
  readonly description: string
  /** What is wrong with a value, to follow the option's name; undefined: nothing. */
  readonly check?: (value: string) => string | undefined
}

/** An argument by its place. */
export interface Operand {
  /** As in the help: `PATH|URL`. */
  readonly name: string
  readonly description: string
  readonly isRequired?: boolean
  /** All values there are, as of options. */
  readonly choices?: readonly string[]
}

/** A whole command line and what it is for. */
interface Example {
  readonly line: string
  readonly meaning: string
}

/** What the command line said, checked against the command's operands and options. */
export interface Arguments {
  readonly operands: readonly string[]
  /** Values of options by name; of an option that was given twice the later one. */
  readonly values: Readonly<Record<string, string>>
  readonly switches: ReadonlySet<string>
}

/**
 * What `gitglot NAME` is called, takes and does. Help, completions and the manual page are made from it; `run` imports
 * what it needs, so that no command pays for the others.
 */
export interface Command {
  readonly name: string
  /** One sentence. */
  readonly summary: string
  readonly operands: readonly Operand[]
  readonly options: readonly Option[]
  readonly examples: readonly [Example, Example, ...Example[]]
  /** Resolves with the exit code. */
  readonly run: (args: Arguments) => Promise<number>
}

/** `gitglot status [PATH|URL] [OPTION...]` */
export function usageOf({ name, operands, options }: Command): string {
  const words = operands.map((operand) => (operand.isRequired ? operand.name : `[${operand.name}]`))
  return ['gitglot', name, ...words, ...(options.length > 0 ? ['[OPTION...]'] : [])].join(' ')
}

/** `--config FILE`, `--format text|json`, `--write` */
export function optionLabel({ name, value, choices }: Option): string {
  const shown = value === undefined ? undefined : (choices?.join('|') ?? value)
  return shown === undefined ? `--${name}` : `--${name} ${shown}`
}
