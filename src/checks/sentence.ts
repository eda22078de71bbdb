const MAX_NAMES = 5
const MAX_NAME_LENGTH = 40

/** Returns "The translation" or "Form 2 of the translation". */
export function subjectOf(form: number, formCount: number): string {
  return formCount === 1 ? 'The translation' : `Form ${form + 1} of the translation`
}

/** Puts a text in backquotes, truncating a long one. */
export function quote(text: string): string {
  if (text.length <= MAX_NAME_LENGTH) return `\`${text}\``
  // Does not split a surrogate pair.
  return `\`${text.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…\``
}

/** Returns "`%s`", "`%s` and `%d`", or "`%a`, `%b`, `%c`, `%d`, `%e` and 7 more". */
export function listNames(names: readonly string[], word = 'and'): string {
  const shown = names.slice(0, MAX_NAMES).map(quote)
  const last = names.length > MAX_NAMES ? `${names.length - MAX_NAMES} more` : shown.pop()
  return shown.length > 0 ? `${shown.join(', ')} ${word} ${last}` : (last ?? '')
}

/** Returns "no links", "1 link" or "3 links". */
export function countNoun(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * Returns "The translation ends with a colon; the source does not", or the reverse; the translation is always the
 * subject.
 */
export function differsIn(isInTranslation: boolean, verb: 'start' | 'end', what: string): string {
  return isInTranslation
    ? `The translation ${verb}s with ${what}; the source does not`
    : `The translation does not ${verb} with ${what}; the source does`
}
