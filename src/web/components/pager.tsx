import { formatNumber } from '../../facts/words.ts'
import type { Links } from '../links.ts'

/** Previous, "1 to 100 of 890", next; nothing where all is shown. `offset` is the number of the first item, from 1 on. */
export function Pager({
  links,
  start,
  size,
  count,
}: {
  readonly links: Links
  /** From 0 on. */
  readonly start: number
  readonly size: number
  readonly count: number
}) {
  if (count <= size && start === 0) return null
  const at = (index: number) => links.here({ offset: index === 0 ? undefined : index + 1 })
  const end = Math.min(start + size, count)
  return (
    <nav class="pager" aria-label="Pages">
      {start > 0 && (
        <a rel="prev" href={at(Math.max(0, start - size))}>
          Previous
        </a>
      )}
      <span>
        {formatNumber(start + 1)} to {formatNumber(end)} of {formatNumber(count)}
      </span>
      {end < count && (
        <a rel="next" href={at(end)}>
          Next
        </a>
      )}
    </nav>
  )
}
