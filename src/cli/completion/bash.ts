import type { Command, NameKind } from '../command.ts'
import { type Completions, namesCommand, quote, valuesOf } from './values.ts'

/**
 * Returns a script for bash 3.2 and newer, see
 * https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html. bash splits `--format=json` into
 * three words.
 */
export function bashCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name)
  return `# bash completion for gitglot
_gitglot() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words= IFS=$'\\n'
  COMPREPLY=()
  if [ "$current" = = ]; then
    current=
  elif [ "$before" = = ]; then
    before=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${wordList([...names, '--help', '--version'])}
  else
    case "\${COMP_WORDS[1]} $before" in
${commands.flatMap(optionCases).join('\n')}
    *)
      case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('\n')}
      esac
      ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_gitglot_files() {
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$1"))
}
complete -F _gitglot gitglot
`
}

function optionCases({ name, options }: Command): string[] {
  return options
    .filter(({ value }) => value !== undefined)
    .map((option) => `    ${quote(`${name} --${option.name}`)}) ${action(valuesOf(option))} ;;`)
}

function commandCase({ name, options, operands }: Command): string {
  const words = [...options.map((option) => `--${option.name}`), '--help']
  const values = operands.map(valuesOf)
  const more = values.flatMap((completions) => completions.words)
  const kinds = [...new Set(values.flatMap(({ names }) => names ?? []))]
  const list = [`words=${wordList([...words, ...more])}`, ...kinds.map(addNames)].join('; ')
  const takesPath = values.some(({ isPath }) => isPath)
  const path = 'case $current in -*) ;; *) _gitglot_files "$current"; return ;; esac; '
  return `      ${name}) ${takesPath ? path : ''}${list} ;;`
}

/** Skips names while an option is being typed, because they take longer to find. */
function addNames(kind: NameKind): string {
  return `[[ $current = -* ]] || words+=$'\\n'$(${namesCommand(kind)})`
}

function action({ words, names, isPath }: Completions): string {
  if (isPath) return '_gitglot_files "$current"; return'
  if (names !== undefined) return `words=$(${namesCommand(names)})`
  return words.length > 0 ? `words=${wordList(words)}` : 'return'
}

/** Writes one word per line, since IFS is a line feed. */
function wordList(words: readonly string[]): string {
  return `$${quote(words.join('\\n'))}`
}
