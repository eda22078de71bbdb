import { parseArgs } from 'node:util'
import { guess } from '../config/nearest.ts'
import { UsageError } from '../errors.ts'
import { type Arguments, type Command, commonOptions, type Option, optionLabel } from './command.ts'

/** A valid command line. */
export type Invocation =
  | { readonly kind: 'run'; readonly command: Command; readonly args: Arguments }
  /** Help for one command; for all if `command` is undefined. */
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  /** The command line has no command. */
  | { readonly kind: 'missing' }

/**
 * Parses the arguments after the program's name. The last occurrence of an option counts, or all occurrences if it may
 * be repeated. Throws UsageError with a line that lists the valid choices.
 */
export function parseArguments(args: readonly string[], commands: readonly Command[]): Invocation {
  const command = commands.find(({ name }) => name === args[0])
  try {
    return command ? parseCommand(args.slice(1), command) : parseWithoutCommand(args, commands)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const program = command ? `gitglot ${command.name}` : 'gitglot'
    throw new UsageError(`${program}: ${error.message}`, { cause: error })
  }
}

function parseWithoutCommand(args: readonly string[], commands: readonly Command[]): Invocation {
  const token = tokensOf(args, []).find(({ kind }) => kind !== 'option-terminator')
  if (token?.kind === 'option') {
    const { name } = parseOption(token, [])
    return name === 'version' ? { kind: name } : { kind: 'help', command: undefined }
  }
  if (token?.kind !== 'positional') return { kind: 'missing' }
  const names = commands.map(({ name }) => name)
  const hint = `${guess(token.value, names)}; known: ${names.join(', ')}`
  throw new UsageError(`unknown command ${JSON.stringify(token.value)}${hint}`)
}

function parseCommand(args: readonly string[], command: Command): Invocation {
  const { options, operands } = command
  const values: Record<string, string> = {}
  for (const { name, default: value } of options) if (value !== undefined) values[name] = value
  const switches = new Set<string>()
  const positionals: string[] = []
  let common: string | undefined
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional')
      positionals.push(parseOperand(token.value, positionals.length, command))
    if (token.kind !== 'option') continue
    const option = parseOption(token, options)
    if (commonOptions.includes(option)) common ??= option.name
    else if (option.value === undefined) switches.add(option.name)
    else {
      const before = option.isRepeated && values[option.name]
      values[option.name] = `${before ? `${before}\n` : ''}${token.value ?? ''}`
    }
  }
  if (common === 'help') return { kind: common, command }
  if (common === 'version') return { kind: common }
  const missing = operands.find(
    (operand, index) => operand.isRequired && index >= positionals.length,
  )
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.description}`)
  return { kind: 'run', command, args: { operands: positionals, values, switches } }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

function tokensOf(args: readonly string[], options: readonly Option[]): readonly Token[] {
  const types = [...options, ...commonOptions].map(({ name, short, value }) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const)
    return [name, short === undefined ? { type } : { type, short }]
  })
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    tokens: true,
  })
  return tokens
}

function parseOperand(value: string, index: number, { operands, options }: Command): string {
  const last = operands.at(-1)
  const operand = operands[index] ?? (last?.isRepeated ? last : undefined)
  if (operand === undefined) {
    const optionNames = knownOptions(options).join(', ')
    throw new UsageError(`unexpected argument ${JSON.stringify(value)}; known: ${optionNames}`)
  }
  checkChoice(operand.name, value, operand.choices)
  return value
}

/** Parses a token as an option with a valid value. A value that starts with a dash requires the form `--name=-1`. */
function parseOption(
  { name, rawName, value }: Extract<Token, { kind: 'option' }>,
  options: readonly Option[],
): Option {
  const option = [...options, ...commonOptions].find((candidate) => candidate.name === name)
  if (option === undefined) {
    const optionNames = knownOptions(options)
    const hint = `${guess(rawName, optionNames)}; known: ${optionNames.join(', ')}`
    throw new UsageError(`unknown option ${rawName}${hint}`)
  }
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`)
    return option
  }
  if (!value) throw new UsageError(`--${name} needs a value: ${optionLabel(option)}`)
  checkChoice(`--${name}`, value, option.choices)
  const need = option.check?.(value)
  if (need !== undefined) throw new UsageError(`--${name} ${need}`)
  return option
}

function checkChoice(name: string, value: string, choices: readonly string[] | undefined): void {
  if (!choices || choices.includes(value)) return
  const shown = `${JSON.stringify(value)}${guess(value, choices)}`
  throw new UsageError(`${name} needs one of ${choices.join(', ')}; found ${shown}`)
}

function knownOptions(options: readonly Option[]): string[] {
  return [...options, ...commonOptions].map(({ name }) => `--${name}`)
}
