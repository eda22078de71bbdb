/** Most names in a sentence. */
const maxNames = 5
/** Most characters of a name. */
const maxNameLength = 40

/** "The translation", "Form 2 of the translation". */
export function subjectOf(form: number, formCount: number): string {
  return formCount === 1 ? 'The translation' : `Form ${form + 1} of the translation`
}

/** A text in backquotes, cut where it is long. */
export function quote(text: string): string {
  if (text.length <= maxNameLength) return `\`${text}\``
  // Not in the middle of a surrogate pair.
  return `\`${text.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '')}…\``
}

/** "`%s`", "`%s` and `%d`", "`%a`, `%b`, `%c`, `%d`, `%e` and 7 more" */
export function listNames(names: readonly string[], word = 'and'): string {
  const shown = names.slice(0, maxNames).map(quote)
  const last = names.length > maxNames ? `${names.length - maxNames} more` : shown.pop()
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
