/** The states of strings with the class of their color and their symbol, so that each has a shape of its own. */
export const MARKS = {
  translated: ['t', 't'],
  needsEditing: ['e', 'e'],
  untranslated: ['u', 'u'],
  error: ['f', 'f'],
  warning: ['e', 'f'],
  note: ['u', 'f'],
  outdated: ['o', 'o'],
  approved: ['a', 'a'],
  readOnly: ['r', 'r'],
} as const

/** What a mark stands for. */
export type MarkKind = keyof typeof MARKS

/** Draws the mark of a state. The caller shows its name beside it. */
export function Mark({ kind }: { kind: MarkKind }) {
  const [color, symbol] = MARKS[kind]
  return (
    <svg class={`k ${color}`} aria-hidden="true">
      <use href={`#${symbol}`} />
    </svg>
  )
}

const SOLID = { fill: 'currentColor', 'fill-rule': 'evenodd' }
const LINE = { fill: 'none', stroke: 'currentColor', 'stroke-width': '1.4' }
const FRAME = { ...LINE, d: 'M.7.7h10.6v10.6H.7z' }
const CLOCK = 'M6 .8a5.2 5.2 0 0 1 0 10.4A5.2 5.2 0 0 1 6 .8zM6 2.8V6l2.3 1.6'

/** The paths of each symbol, 12 pixels wide and high. */
const SYMBOLS: Readonly<Record<string, readonly object[]>> = {
  t: [{ ...SOLID, d: 'M0 0h12v12H0z' }],
  e: [FRAME, { ...SOLID, d: 'M0 12 12 0v12z' }],
  u: [FRAME],
  f: [{ ...SOLID, d: 'M6 0l6 12H0zM5.2 4.3l.3 4h1l.3-4zM5.2 9.2v1.5h1.6V9.2z' }],
  o: [{ ...LINE, d: CLOCK }],
  a: [{ ...SOLID, d: 'M0 0h12v12H0zM5 9.6l5.3-5.5-1.2-1.1L5 7.2 2.9 5.1 1.7 6.3z' }],
  r: [{ ...SOLID, d: 'M1 5h1.3V3.7a3.7 3.7 0 0 1 7.4 0V5H11v7H1zM4 5h4V3.7a2 2 0 0 0-4 0z' }],
}

/** Defines the shapes of all marks and the hatches of bars, once in each page. */
export function MarkSymbols() {
  return (
    <svg width="0" height="0" class="vh" aria-hidden="true">
      <defs>
        {Object.entries(SYMBOLS).map(([id, paths]) => (
          <symbol id={id} viewBox="0 0 12 12">
            {paths.map((attributes) => (
              <path {...attributes} />
            ))}
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
