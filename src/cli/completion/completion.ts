import { type Command, describeOption, NAME_KINDS, type NameKind, type Option } from '../command.ts'

const scripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  ...{ bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion },
}

/** Returns the completion script for `bash`, `zsh` or `fish`; `''` for other shells. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  return scripts[shell]?.(commands) ?? ''
}

const PLACEHOLDERS: Readonly<Record<NameKind, RegExp>> = {
  refs: /^(?:REF|BASE|HEAD|BASE\.\.HEAD)$/,
  checks: /^IDS?$/,
  components: /^(?:P\/C|COMPONENT)$/,
  languages: /^(?:CODES?|LANGUAGE)$/,
}

function kindOf(placeholder: string): NameKind | undefined {
  return NAME_KINDS.find((kind) => PLACEHOLDERS[kind].test(placeholder))
}

function isPath(placeholder: string): boolean {
  return /\b(?:FILE|PATH|FOLDER)\b/.test(placeholder)
}

function namesCommand(kind: NameKind): string {
  return `gitglot completion ${kind} 2>/dev/null`
}

/** How a shell completes paths, the names that a command prints, words, and what only the user knows. */
interface Shell {
  readonly paths: string
  readonly names: (command: string) => string
  readonly words: (words: readonly string[]) => string
  readonly unknown: string
}

/** Returns how a shell completes an option's value, or an operand, whose name is its placeholder. */
function completionOf(
  { name, value = name, choices = [] }: Pick<Option, 'name' | 'value' | 'choices'>,
  shell: Shell,
): string {
  if (isPath(value)) return shell.paths
  const kind = kindOf(value)
  if (kind !== undefined) return shell.names(namesCommand(kind))
  return choices.length > 0 ? shell.words(choices) : shell.unknown
}

const bash: Shell = {
  paths: '_gitglot_files "$current"; return',
  names: (command) => `words=$(${command})`,
  words: (words) => `words=${wordList(words)}`,
  unknown: 'return',
}

/**
 * Returns a script for bash 3.2 and newer, see
 * https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html. bash splits `--format=json` into
 * three words.
 */
function bashCompletion(commands: readonly Command[]): string {
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
${commands.flatMap(bashOptions).join('\n')}
    *)
      case "\${COMP_WORDS[1]}" in
${commands.map(bashCommand).join('\n')}
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

function bashOptions({ name, options }: Command): string[] {
  return options
    .filter(({ value }) => value !== undefined)
    .map((option) => {
      const pattern = quote(`${name} --${option.name}`)
      return `    ${pattern}) ${completionOf(option, bash)} ;;`
    })
}

function bashCommand({ name, options, operands }: Command): string {
  const words = [
    ...[...options.map((option) => `--${option.name}`), '--help'],
    ...operands.flatMap(({ choices = [] }) => choices),
  ]
  const kinds = new Set(operands.flatMap((operand) => kindOf(operand.name) ?? []))
  // Skips names while an option is being typed, because they take longer to find.
  const names = [...kinds].map(
    (kind) => `[[ $current = -* ]] || words+=$'\\n'$(${namesCommand(kind)})`,
  )
  const takesPath = operands.some((operand) => isPath(operand.name))
  const path = 'case $current in -*) ;; *) _gitglot_files "$current"; return ;; esac; '
  return `      ${name}) ${takesPath ? path : ''}${[`words=${wordList(words)}`, ...names].join('; ')} ;;`
}

/** Writes one word per line, since IFS is a line feed. */
function wordList(words: readonly string[]): string {
  return `$${quote(words.join('\\n'))}`
}

const zsh: Shell = {
  paths: '_files',
  // The command needs double quotes, because the specification is in single quotes.
  names: (command) => `{compadd -- \${(f)"$(${command})"}}`,
  words: (words) => `(${words.join(' ')})`,
  unknown: ' ',
}

/** Can be sourced or put into `fpath`, see https://zsh.sourceforge.io/Doc/Release/Completion-System.html */
function zshCompletion(commands: readonly Command[]): string {
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
${commands.map(zshCommand).join('\n')}
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

function zshCommand({ name, options, operands }: Command): string {
  const specs = [
    ...options.map(zshOption),
    "'(- *)'{-h,--help}'[Print this help.]'",
    ...operands.map((operand, index) =>
      quote(`${index + 1}:${escaped(operand.name)}:${completionOf(operand, zsh)}`),
    ),
  ]
  return `    ${name})\n      _arguments ${specs.join(' \\\n        ')}\n      ;;`
}

function zshOption(option: Option): string {
  const { name, short, value } = option
  const long = `--${name}${value === undefined ? '' : '='}`
  const description = `[${escaped(describeOption(option))}]`
  const rest =
    value === undefined
      ? description
      : `${description}:${escaped(value)}:${completionOf(option, zsh)}`
  if (short === undefined) return quote(long + rest)
  return `'(-${short} --${name})'{-${short},${long}}${quote(rest)}`
}

/** Escapes the characters that separate the parts of a specification. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&')
}

/** Quotes a text with single quotes for bash and zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Returns a script for fish, see https://fishshell.com/docs/current/completions.html */
function fishCompletion(commands: readonly Command[]): string {
  return [
    '# fish completion for gitglot',
    'complete -c gitglot -f',
    line('__fish_use_subcommand', '-s h -l help', 'Print this help.'),
    line('__fish_use_subcommand', '-s V -l version', 'Print the version.'),
    ...commands.map(({ name, summary }) => line('__fish_use_subcommand', `-a ${name}`, summary)),
    ...commands.flatMap(fishCommand),
    '',
  ].join('\n')
}

function fishCommand({ name, options, operands }: Command): string[] {
  const condition = `__fish_seen_subcommand_from ${name}`
  return [
    ...operands.map((operand) =>
      line(condition, completionOf(operand, fish('-F', '-f')), operand.description),
    ),
    ...options.map((option) => {
      // -r: requires a value; -x: requires a value that is not a file.
      const completion = completionOf(option, fish('-r -F', '-x'))
      const value = option.value === undefined ? '' : ` ${completion}`
      const short = option.short === undefined ? '' : `-s ${option.short} `
      return line(condition, `${short}-l ${option.name}${value}`, describeOption(option))
    }),
    line(condition, '-s h -l help', 'Print this help.'),
  ]
}

function fish(paths: string, others: string): Shell {
  return {
    paths,
    names: (command) => `${others} -a ${fishQuote(`(${command})`)}`,
    words: (words) => `${others} -a ${fishQuote(words.join(' '))}`,
    unknown: others,
  }
}

function line(condition: string, what: string, description: string): string {
  return `complete -c gitglot -n ${fishQuote(condition)} ${what} -d ${fishQuote(description)}`
}

/** Quotes a text with single quotes, inside which fish has two escapes. */
function fishQuote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
