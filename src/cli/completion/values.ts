import { NAME_KINDS, type NameKind, type Option } from '../command.ts'

/**
 * Completions of an operand or an option's value: words, names of the checkout, or paths; none if only the user knows.
 */
export interface Completions {
  readonly words: readonly string[]
  readonly names: NameKind | undefined
  readonly isPath: boolean
}

/** The placeholders of names in the checkout. */
const PLACEHOLDERS: Readonly<Record<NameKind, RegExp>> = {
  refs: /^(?:REF|BASE|HEAD|BASE\.\.HEAD)$/,
  checks: /^IDS?$/,
  components: /^(?:P\/C|COMPONENT)$/,
  languages: /^(?:CODES?|LANGUAGE)$/,
}

/** Returns the completions of an option's value, or of an operand, whose name is its placeholder. */
export function valuesOf({
  name,
  value = name,
  choices = [],
}: Pick<Option, 'name' | 'value' | 'choices'>): Completions {
  return {
    words: choices,
    names: NAME_KINDS.find((kind) => PLACEHOLDERS[kind].test(value)),
    isPath: /\b(?:FILE|PATH|FOLDER)\b/.test(value),
  }
}

/** Returns a command that prints the names of a kind, one a line. */
export function namesCommand(kind: NameKind): string {
  return `gitglot completion ${kind} 2>/dev/null`
}

/** Quotes a text with single quotes for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
