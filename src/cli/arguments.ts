import { parseArgs } from 'node:util'
import { nearest } from '../config/nearest.ts'
import { type Arguments, type Command, type Option, optionLabel } from './command.ts'

/** What the command line asks for. `wrong` comes with one line that says what is known. */
export type Invocation =
  | { readonly kind: 'run'; readonly command: Command; readonly args: Arguments }
  /** `command`: the one whose help is asked for; undefined: of all. */
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly message: string }

const common = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
} as const

/** Understands the arguments after the program's name. Of an option that is given twice the later one counts. */
export function parseArguments(args: readonly string[], commands: readonly Command[]): Invocation {
  const [first = ''] = args
  const command = commands.find(({ name }) => name === first)
  if (command !== undefined) return parseCommand(args.slice(1), command)
  const names = commands.map(({ name }) => name)
  const wrong = (message: string): Invocation => ({ kind: 'wrong', message: `gitglot: ${message}` })
  for (const token of tokensOf(args, [])) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      const shown = JSON.stringify(token.value)
      return wrong(
        `unknown command ${shown}${guess(token.value, names)}; known: ${names.join(', ')}`,
      )
    }
    const asked = askedBy(token)
    if (asked === undefined) return wrong(unknownOption(token.rawName, []))
    if (token.value !== undefined) return wrong(`--${asked} takes no value`)
    return asked === 'help' ? { kind: 'help', command: undefined } : { kind: 'version' }
  }
  return wrong(`a command is missing; known: ${names.join(', ')} (see gitglot --help)`)
}

function parseCommand(args: readonly string[], command: Command): Invocation {
  const { options, operands } = command
  const wrong = (message: string): Invocation => {
    return { kind: 'wrong', message: `gitglot ${command.name}: ${message}` }
  }
  const values: Record<string, string> = {}
  const switches = new Set<string>()
  const found: string[] = []
  let asked: 'help' | 'version' | undefined
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      if (found.length === operands.length) {
        const shown = JSON.stringify(token.value)
        return wrong(`unexpected argument ${shown}; known: ${knownOptions(options).join(', ')}`)
      }
      const { name = '', choices } = operands[found.length] ?? {}
      const message = checkChoice(choices, token.value)
      if (message !== undefined) return wrong(`${name} ${message}`)
      found.push(token.value)
      continue
    }
    const word = askedBy(token)
    const option = options.find(({ name }) => name === token.name)
    if (option === undefined && word === undefined) {
      return wrong(unknownOption(token.rawName, options))
    }
    if (option?.value === undefined) {
      if (token.value !== undefined) return wrong(`--${token.name} takes no value`)
      if (word !== undefined) asked ??= word
      else switches.add(token.name)
      continue
    }
    const message = checkOption(option, token.value)
    if (message !== undefined) return wrong(`--${option.name} ${message}`)
    values[option.name] = token.value ?? ''
  }
  if (asked === 'help') return { kind: 'help', command }
  if (asked === 'version') return { kind: 'version' }
  const missing = operands.find((operand, index) => operand.isRequired && index >= found.length)
  if (missing) return wrong(`${missing.name} is missing: ${missing.description}`)
  return { kind: 'run', command, args: { operands: found, values, switches } }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

function tokensOf(args: readonly string[], options: readonly Option[]): readonly Token[] {
  const types = options.map(({ name, value }) => {
    return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]
  })
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...common, ...Object.fromEntries(types) },
    strict: false,
    tokens: true,
  })
  return tokens
}

function askedBy({ name }: { readonly name: string }): 'help' | 'version' | undefined {
  return name === 'help' || name === 'version' ? name : undefined
}

/** What is wrong with an option's value. A value that begins with a dash needs the form `--name=-1`. */
function checkOption(option: Option, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return `needs a value: ${optionLabel(option)}`
  return checkChoice(option.choices, value) ?? option.check?.(value)
}

function checkChoice(choices: readonly string[] | undefined, value: string): string | undefined {
  if (!choices || choices.includes(value)) return undefined
  const shown = `${JSON.stringify(value)}${guess(value, choices)}`
  return `needs one of ${choices.join(', ')}; found ${shown}`
}

function knownOptions(options: readonly Option[]): string[] {
  return [...options.map(({ name }) => `--${name}`), '--help', '--version']
}

function unknownOption(name: string, options: readonly Option[]): string {
  const known = knownOptions(options)
  return `unknown option ${name}${guess(name, known)}; known: ${known.join(', ')}`
}

function guess(word: string, known: readonly string[]): string {
  const best = nearest(word, known)
  return best ? `, did you mean ${best}?` : ''
}
