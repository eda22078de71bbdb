import type { Command, Option } from '../command.ts'
import { type Completable, operandValues, quote, valuesOf } from './values.ts'

/** A script for zsh: https://zsh.sourceforge.io/Doc/Release/Completion-System.html; to be sourced, or a file in `fpath`. */
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
  const { name, value, description } = option
  const spec = `--${name}${value === undefined ? '' : '='}[${escaped(description)}]`
  return quote(value === undefined ? spec : `${spec}:${escaped(value)}:${action(valuesOf(option))}`)
}

function action(values: Completable): string {
  if (values.kind === 'path') return '_files'
  return values.kind === 'words' ? `(${values.words.join(' ')})` : ' '
}

/** What separates the parts of a specification. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&')
}
