import { formatNumber } from './words.tsx'

/** A choice among several, and how much it shows. */
export interface Chip {
  readonly name: string
  readonly address: string
  readonly count?: number
  readonly isChosen: boolean
}

/** Choices as links. */
export function Chips({
  label,
  chips,
}: {
  readonly label: string
  readonly chips: readonly Chip[]
}) {
  return (
    <nav class="chips" aria-label={label}>
      {chips.map(({ name, address, count, isChosen }) => (
        <a href={address} aria-current={isChosen ? 'true' : undefined}>
          {name}
          {count !== undefined && <span class="soft">{formatNumber(count)}</span>}
        </a>
      ))}
    </nav>
  )
}
