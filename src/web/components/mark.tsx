import type { Child } from 'hono/jsx'

/** The states of strings. Each has its own shape as well as its own color. */
export type MarkKind =
  | 'translated'
  | 'needsEditing'
  | 'untranslated'
  | 'error'
  | 'warning'
  | 'note'
  | 'outdated'
  | 'approved'
  | 'readOnly'

/** The class of the color, and the symbol. */
export const MARKS: Readonly<Record<MarkKind, readonly [color: string, symbol: string]>> = {
  translated: ['t', 't'],
  needsEditing: ['e', 'e'],
  untranslated: ['u', 'u'],
  error: ['f', 'f'],
  warning: ['e', 'f'],
  note: ['u', 'f'],
  outdated: ['o', 'o'],
  approved: ['a', 'a'],
  readOnly: ['r', 'r'],
}

/** Draws the mark of a state. The caller shows its name beside it. */
export function Mark({ kind }: { kind: MarkKind }) {
  const [color, symbol] = MARKS[kind]
  return (
    <svg class={`k ${color}`} aria-hidden="true">
      <use href={`#${symbol}`} />
    </svg>
  )
}

/**
 * Creates the symbols while a page renders: when the source runs unbuilt from another folder, the JSX runtime is not
 * configured on import.
 */
const symbols = (): Readonly<Record<string, Child>> => ({
  t: <path fill="currentColor" d="M0 0h12v12H0z" />,
  e: (
    <>
      <path fill="none" stroke="currentColor" stroke-width="1.4" d="M.7.7h10.6v10.6H.7z" />
      <path fill="currentColor" d="M0 12 12 0v12z" />
    </>
  ),
  u: <path fill="none" stroke="currentColor" stroke-width="1.4" d="M.7.7h10.6v10.6H.7z" />,
  f: (
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M6 0l6 12H0zM5.2 4.3l.3 4h1l.3-4zM5.2 9.2v1.5h1.6V9.2z"
    />
  ),
  o: (
    <>
      <circle cx="6" cy="6" r="5.2" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path fill="none" stroke="currentColor" stroke-width="1.5" d="M6 2.8V6l2.3 1.6" />
    </>
  ),
  a: (
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M0 0h12v12H0zM5 9.6l5.3-5.5-1.2-1.1L5 7.2 2.9 5.1 1.7 6.3z"
    />
  ),
  r: (
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M1 5h1.3V3.7a3.7 3.7 0 0 1 7.4 0V5H11v7H1zM4 5h4V3.7a2 2 0 0 0-4 0z"
    />
  ),
})

/** Defines the shapes of all marks and the hatches of bars, once in each page. */
export function MarkSymbols() {
  return (
    <svg width="0" height="0" class="vh" aria-hidden="true">
      <defs>
        {Object.entries(symbols()).map(([id, shape]) => (
          <symbol id={id} viewBox="0 0 12 12">
            {shape}
          </symbol>
        ))}
        <pattern
          id="pe"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="5" height="5" />
          <path d="M0 0v5" />
        </pattern>
        <pattern id="pf" width="3" height="4" patternUnits="userSpaceOnUse">
          <rect width="3" height="4" />
          <path d="M0 0v4" />
        </pattern>
      </defs>
    </svg>
  )
}
