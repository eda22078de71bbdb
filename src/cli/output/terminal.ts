/** The properties of an output. */
export interface Screen {
  /** Characters per line; undefined if it is not a terminal. */
  readonly columns: number | undefined
  readonly isColored: boolean
  /** Colors a text with SGR sequences, or returns it unchanged. */
  readonly paint: Paint
}

/**
 * Returns the properties of an output stream. Terminals have colors unless `NO_COLOR` is set (https://no-color.org).
 * `FORCE_COLOR` turns colors on for any output (https://force-color.org), `FORCE_COLOR=0` off.
 */
export function screenOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Screen {
  const isTerminal = stream.isTTY === true
  const forced = environment['FORCE_COLOR']
  const isColored = forced
    ? forced !== '0'
    : isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
  const paint: Paint = (color, text) =>
    isColored && text !== '' ? `\x1b[${CODES[color]}m${text}\x1b[0m` : text
  return { columns: isTerminal ? (stream.columns ?? 80) : undefined, isColored, paint }
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

export type Color = keyof typeof CODES

export type Paint = (color: Color, text: string) => string

/** The first characters of a text, never half of one; a longer text ends with `…`. */
export function cut(text: string, maxCharacters: number): string {
  const characters = [...text]
  return characters.length <= maxCharacters
    ? text
    : `${characters.slice(0, maxCharacters).join('')}…`
}
