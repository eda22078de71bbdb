import { HIDDEN } from '../../text.ts'

const HIDDEN_OR_SPACE = new RegExp(`[\\s${HIDDEN}]+`, 'g')
const HIDDEN_CHARACTER = new RegExp(`[${HIDDEN}]`, 'g')

/** Replaces hidden characters and line ends, so that the text is a single, fully visible line. */
export function sanitizeTerminal(text: string): string {
  return text.replace(HIDDEN_OR_SPACE, ' ').trim()
}

/** Replaces the hidden characters of a text except line ends. */
export function sanitizeLines(text: string): string {
  return text.replace(HIDDEN_CHARACTER, (character) => (character === '\n' ? '\n' : ' '))
}

/** The first characters of a text, never half of one; a longer text ends with `…`. */
export function cut(text: string, maxCharacters: number): string {
  const characters = [...text]
  return characters.length <= maxCharacters
    ? text
    : `${characters.slice(0, maxCharacters).join('')}…`
}
