import type { Operand, Option } from '../command.ts'

/** What can stand for an operand or the value of an option: words, a path, or something only people know. */
export type Completable =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'path' }
  | { readonly kind: 'other' }

/** What can follow an option that takes a value. */
export function valuesOf({ choices, value = '' }: Option): Completable {
  return choices ? { kind: 'words', words: choices } : byName(value)
}

/** What can stand at the place of an operand. */
export function operandValues({ name, choices }: Operand): Completable {
  return choices ? { kind: 'words', words: choices } : byName(name)
}

function byName(name: string): Completable {
  return { kind: /\b(?:FILE|PATH|FOLDER)\b/.test(name) ? 'path' : 'other' }
}

/** In single quotes for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
