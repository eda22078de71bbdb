/** How far a share went: hollow where it was, filled where it is; undefined where there was or is none. */
export function Slope({
  from,
  to,
}: {
  /** Percent. */
  readonly from: number | undefined
  readonly to: number | undefined
}) {
  const [start, end] = [from, to].map((one) => (one === undefined ? undefined : placeOf(one)))
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

function placeOf(share: number): string {
  return `${(2 + share * 0.96).toFixed(1)}%`
}
