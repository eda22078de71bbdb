/** Most names in a sentence. */
const MAX_NAMES = 5
/** Most characters of a name. */
const MAX_NAME_LENGTH = 40

/** "The translation", "Form 2 of the translation". */
export function subjectOf(form: number, formCount: number): string {
  return formCount === 1 ? 'The translation' : `Form ${form + 1} of the translation`
}

/** A text in backquotes, cut where it is long. */
export function quote(text: string): string {
  if (text.length <= MAX_NAME_LENGTH) return `\`${text}\``
  // Not in the middle of a surrogate pair.
  return `\`${text.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…\``
}

/** "`%s`", "`%s` and `%d`", "`%a`, `%b`, `%c`, `%d`, `%e` and 7 more" */
export function listNames(names: readonly string[], word = 'and'): string {
  const shown = names.slice(0, MAX_NAMES).map(quote)
  const last = names.length > MAX_NAMES ? `${names.length - MAX_NAMES} more` : shown.pop()
  return shown.length > 0 ? `${shown.join(', ')} ${word} ${last}` : (last ?? '')
}

/** "no links", "1 link", "3 links" */
export function countNoun(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`
}

/** "The translation ends with a colon; the source does not", or the other way round: always about the translation. */
export function differsIn(
  isInTranslation: boolean,
  { verb, what }: { readonly verb: 'start' | 'end'; readonly what: string },
): string {
  return isInTranslation
    ? `The translation ${verb}s with ${what}; the source does not`
    : `The translation does not ${verb} with ${what}; the source does`
}
