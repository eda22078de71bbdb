import type { Operand, Option } from '../command.ts'

/** Completions of an operand or of an option's value: words, or paths. Neither where only people know the value. */
export interface Completions {
  readonly words: readonly string[]
  readonly isPath: boolean
}

/** Completions of the value of an option. */
export function valuesOf({ choices = [], value = '' }: Option): Completions {
  return { words: choices, isPath: isPath(value) }
}

/** Completions of an operand. */
export function operandValues({ name, choices = [] }: Operand): Completions {
  return { words: choices, isPath: choices.length === 0 && isPath(name) }
}

function isPath(placeholder: string): boolean {
  return /\b(?:FILE|PATH|FOLDER)\b/.test(placeholder)
}

/** In single quotes for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
