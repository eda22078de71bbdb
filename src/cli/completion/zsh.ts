import { type Command, describeOption, type Option } from '../command.ts'
import { type Completions, namesCommand, quote, valuesOf } from './values.ts'

/**
 * Returns a script for zsh that can be sourced or put into `fpath`, see
 * https://zsh.sourceforge.io/Doc/Release/Completion-System.html
 */
export function zshCompletion(commands: readonly Command[]): string {
  const described = commands.map(({ name, summary }) => quote(`${name}:${summary}`))
  return `#compdef gitglot
_gitglot() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands=(
    ${described.join('\n    ')}
  )
  _arguments -C \\
    '(- *)'{-h,--help}'[Print this help.]' \\
    '(- *)'{-V,--version}'[Print the version.]' \\
    '1: :->command' \\
    '*:: :->argument'
  case $state in
  command) _describe command commands ;;
  argument)
    case $words[1] in
${commands.map(commandCase).join('\n')}
    esac
    ;;
  esac
}
if [ "$funcstack[1]" = _gitglot ]; then
  _gitglot "$@"
else
  compdef _gitglot gitglot
fi
`
}

function commandCase({ name, options, operands }: Command): string {
  const specs = [
    ...options.map(optionSpec),
    "'(- *)'{-h,--help}'[Print this help.]'",
    ...operands.map((operand, index) =>
      quote(`${index + 1}:${escaped(operand.name)}:${action(valuesOf(operand))}`),
    ),
  ]
  return `    ${name})\n      _arguments ${specs.join(' \\\n        ')}\n      ;;`
}

function optionSpec(option: Option): string {
  const { name, short, value } = option
  const long = `--${name}${value === undefined ? '' : '='}`
  const description = `[${escaped(describeOption(option))}]`
  const rest =
    value === undefined
      ? description
      : `${description}:${escaped(value)}:${action(valuesOf(option))}`
  if (short === undefined) return quote(long + rest)
  return `'(-${short} --${name})'{-${short},${long}}${quote(rest)}`
}

function action({ words, names, isPath }: Completions): string {
  if (isPath) return '_files'
  // The command needs double quotes, because the specification is in single quotes.
  if (names !== undefined) return `{compadd -- \${(f)"$(${namesCommand(names)})"}}`
  return words.length > 0 ? `(${words.join(' ')})` : ' '
}

/** Escapes the characters that separate the parts of a specification. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&')
}
