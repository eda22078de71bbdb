import type { NameKind, Operand, Option } from '../command.ts'

/**
 * Completions of an operand or an option's value: words, names of the checkout, or paths; none if only the user knows.
 */
export interface Completions {
  readonly words: readonly string[]
  readonly names: NameKind | undefined
  readonly isPath: boolean
}

/** Returns the completions of an option's value. */
export function valuesOf({ choices = [], names, value = '' }: Option): Completions {
  return { words: choices, names, isPath: isPath(value) }
}

/** Returns the completions of an operand. */
export function operandValues({ name, choices = [], names }: Operand): Completions {
  return { words: choices, names, isPath: choices.length === 0 && isPath(name) }
}

function isPath(placeholder: string): boolean {
  return /\b(?:FILE|PATH|FOLDER)\b/.test(placeholder)
}

/** Returns a command that prints the names of a kind, one a line. */
export function namesCommand(kind: NameKind): string {
  return `gitglot completion ${kind} 2>/dev/null`
}

/** Quotes a text with single quotes for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
