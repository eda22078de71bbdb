import type { Environment } from '../place.ts'

/** Where text goes. */
export interface Screen {
  /** Characters a line; undefined: not a terminal. */
  readonly columns: number | undefined
  readonly isColored: boolean
}

/** What is known of an output stream. Colours: on terminals only, never with `NO_COLOR` (https://no-color.org). */
export function screenOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: Environment,
): Screen {
  const isTerminal = stream.isTTY === true
  const isColored = isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
  return { columns: isTerminal ? (stream.columns ?? 80) : undefined, isColored }
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

/** What a text can be coloured in. */
export type Color = keyof typeof CODES

/** A function that colours a text, or leaves it as it is. */
export type Paint = (color: Color, text: string) => string

/** Colours by SGR sequences where there are colours. */
export function createPaint({ isColored }: Screen): Paint {
  return (color, text) => (isColored && text !== '' ? `\x1b[${CODES[color]}m${text}\x1b[0m` : text)
}
