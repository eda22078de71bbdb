import { formatNumber } from '../../facts/format-numbers.ts'
import type { PartAttributes } from '../page.ts'
import { Mark, type MarkKind } from './mark.tsx'

/** A choice with the number of its results. */
export interface Chip {
  readonly name: string
  readonly mark?: MarkKind | undefined
  readonly address: string
  /** Undefined if not known yet. */
  readonly count?: number | undefined
  readonly isChosen: boolean
}

/** Shows choices as links. */
export function Chips({
  label,
  chips,
  ...attributes
}: {
  readonly label: string
  readonly chips: readonly Chip[]
} & Partial<PartAttributes>) {
  return (
    <nav class="chips" aria-label={label} {...attributes}>
      {chips.map(({ name, mark, address, count, isChosen }) => (
        <a href={address} aria-current={isChosen ? 'true' : undefined}>
          {mark !== undefined && <Mark kind={mark} />}
          {name}
          {count !== undefined && <b>{formatNumber(count)}</b>}
        </a>
      ))}
    </nav>
  )
}
