/** Control characters, and those that turn the direction of text: what files and remotes could deceive readers with. */
const HIDDEN = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const HIDDEN_OR_SPACE = new RegExp(`[\\s${HIDDEN}]+`, 'g')
const HIDDEN_CHARACTER = new RegExp(`[${HIDDEN}]`, 'g')

/** Replaces hidden characters and line ends: the text is one line, of which all is seen. */
export function sanitizeTerminal(text: string): string {
  return text.replace(HIDDEN_OR_SPACE, ' ').trim()
}

/** Replaces the hidden characters of a text but for its line ends. */
export function sanitizeLines(text: string): string {
  return text.replace(HIDDEN_CHARACTER, (character) => (character === '\n' ? '\n' : ' '))
}

/** A value as JSON, indented by two spaces, whose hidden characters are escaped; `undefined` becomes null. */
export function printableJson(value: unknown): string {
  const toNull = (_: string, member: unknown) => member ?? null
  return JSON.stringify(value, toNull, 2).replace(HIDDEN_CHARACTER, (character) =>
    character === '\n' ? '\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
