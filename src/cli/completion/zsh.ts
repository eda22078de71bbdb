import { type Command, describeOption, type Option } from '../command.ts'
import { type Completions, operandValues, quote, valuesOf } from './values.ts'

/** A script for zsh: https://zsh.sourceforge.io/Doc/Release/Completion-System.html; it can be sourced or put into `fpath`. */
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
      quote(`${index + 1}:${escaped(operand.name)}:${action(operandValues(operand))}`),
    ),
  ]
  return `    ${name})\n      _arguments ${specs.join(' \\\n        ')}\n      ;;`
}

function optionSpec(option: Option): string {
  const { name, value } = option
  const spec = `--${name}${value === undefined ? '' : '='}[${escaped(describeOption(option))}]`
  return quote(value === undefined ? spec : `${spec}:${escaped(value)}:${action(valuesOf(option))}`)
}

function action({ words, isPath }: Completions): string {
  if (isPath) return '_files'
  return words.length > 0 ? `(${words.join(' ')})` : ' '
}

/** With the characters escaped that separate the parts of a specification. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&')
}
