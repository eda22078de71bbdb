import { parseArgs } from 'node:util'
import { nearest } from '../config/nearest.ts'

/** An option `--name VALUE` of a command. */
export interface Option {
  readonly name: string
  /** What stands for the value in the help: `FILE`. */
  readonly value: string
  readonly description: string
  /** What is wrong with a value; undefined: nothing. */
  readonly check?: (value: string) => string | undefined
}

/** What `gitglot NAME` does. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly options: readonly Option[]
  /** Resolves with the exit code. */
  readonly run: (values: Readonly<Record<string, string>>) => Promise<number>
}

/** What the command line asks for. `wrong` comes with one line that says what is known. */
export type Invocation =
  | { readonly kind: 'run'; readonly command: Command; readonly values: Record<string, string> }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string }

const common = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
} as const

/** Understands the arguments after the program's name. Of an option that is given twice the later one counts. */
export function parseArguments(args: readonly string[], commands: readonly Command[]): Invocation {
  const name = args.find((arg) => !arg.startsWith('-'))
  const isFirst = name !== undefined && args[0] === name
  const command = isFirst ? commands.find((one) => one.name === name) : undefined
  const options = command?.options ?? []
  const { tokens } = parseArgs({
    args: args.slice(command ? 1 : 0),
    options: {
      ...common,
      ...Object.fromEntries(options.map((option) => [option.name, { type: 'string' as const }])),
    },
    strict: false,
    tokens: true,
  })
  const wrong = (message: string): Invocation => {
    const prefix = command ? `gitglot ${command.name}` : 'gitglot'
    return { kind: 'wrong', message: `${prefix}: ${message}` }
  }
  const known = [...options.map((option) => `--${option.name}`), '--help', '--version']
  const names = commands.map((one) => one.name)
  const values: Record<string, string> = {}
  let asked: 'help' | 'version' | undefined
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      const shown = JSON.stringify(token.value)
      if (command) return wrong(`unexpected argument ${shown}; known: ${known.join(', ')}`)
      return wrong(
        `unknown command ${shown}${guess(token.value, names)}; known: ${names.join(', ')}`,
      )
    }
    if (token.name === 'help' || token.name === 'version') {
      if (token.value !== undefined) return wrong(`--${token.name} takes no value`)
      asked ??= token.name
      continue
    }
    const option = options.find((one) => one.name === token.name)
    if (!option) {
      return wrong(
        `unknown option ${token.rawName}${guess(token.rawName, known)}; known: ${known.join(', ')}`,
      )
    }
    if (token.value === undefined || token.value === '') {
      return wrong(`--${option.name} needs a value: --${option.name} ${option.value}`)
    }
    const complaint = option.check?.(token.value)
    if (complaint !== undefined) return wrong(`--${option.name} ${complaint}`)
    values[option.name] = token.value
  }
  if (asked) return { kind: asked }
  if (command) return { kind: 'run', command, values }
  return wrong(`a command is missing; known: ${names.join(', ')} (see gitglot --help)`)
}

/** The text of `--help`. */
export function helpText(commands: readonly Command[]): string {
  const lines = ['Usage: gitglot COMMAND [OPTION...]', '']
  for (const { name, summary, options } of commands) {
    lines.push(`  ${name}  ${summary}`)
    for (const option of options) {
      lines.push(`    ${`--${option.name} ${option.value}`.padEnd(18)}${option.description}`)
    }
    lines.push('')
  }
  lines.push('  -h, --help          Print this help.', '  -V, --version       Print the version.')
  return lines.join('\n')
}

function guess(word: string, known: readonly string[]): string {
  const best = nearest(word, known)
  return best ? `, did you mean ${best}?` : ''
}
