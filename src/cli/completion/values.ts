import type { NameKind, Operand, Option } from '../command.ts'

/** Completions of an operand or of an option's value: words, names of the checkout, or paths; none where only people know it. */
export interface Completions {
  readonly words: readonly string[]
  readonly names: NameKind | undefined
  readonly isPath: boolean
}

/** Completions of the value of an option. */
export function valuesOf({ choices = [], names, value = '' }: Option): Completions {
  return { words: choices, names, isPath: isPath(value) }
}

/** Completions of an operand. */
export function operandValues({ name, choices = [], names }: Operand): Completions {
  return { words: choices, names, isPath: choices.length === 0 && isPath(name) }
}

function isPath(placeholder: string): boolean {
  return /\b(?:FILE|PATH|FOLDER)\b/.test(placeholder)
}

/** A command that prints the names of a kind, one a line. */
export function namesCommand(kind: NameKind): string {
  return `gitglot completion ${kind} 2>/dev/null`
}

/** In single quotes for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
