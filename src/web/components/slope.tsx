/** Draws how a percentage moved, from a hollow mark to a filled one; undefined if there was or is none. */
export function Slope({ from, to }: { from: number | undefined; to: number | undefined }) {
  const [start, end] = [from, to].map((share) =>
    share === undefined ? undefined : `${(2 + share * 0.96).toFixed(1)}%`,
  )
  return (
    <svg class="slope" aria-hidden="true">
      <line class="ax" x1="2%" x2="98%" y1="7" y2="7" />
      {start !== undefined && end !== undefined && (
        <line
          class={(to ?? 0) < (from ?? 0) ? 'dn' : undefined}
          x1={start}
          x2={end}
          y1="7"
          y2="7"
        />
      )}
      {start !== undefined && <circle cx={start} cy="7" r="3.4" />}
      {end !== undefined && <circle class="to" cx={end} cy="7" r="4" />}
    </svg>
  )
}
