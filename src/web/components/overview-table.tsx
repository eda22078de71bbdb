import type { Child } from 'hono/jsx'
import type { Translation } from '../../catalog/model.ts'
import { percent } from '../../catalog/statistics.ts'
import { type Figures, figuresOf } from '../figures.ts'
import { Bar } from './bar.tsx'
import { formatNumber } from './words.tsx'

/** A column of counts that a table shows: a number, or a link to what it counts; 0 is faint. */
export function CountCell({
  count,
  address,
  kind,
  classes = '',
}: {
  readonly count: number
  readonly address?: string | undefined
  readonly kind?: 'bad' | 'old' | 'edit'
  readonly classes?: string
}) {
  if (count === 0) return <td class={`n z ${classes}`.trim()}>0</td>
  const shown: Child = formatNumber(count)
  return (
    <td class={`n ${classes}`.trim()}>
      {address === undefined ? (
        shown
      ) : (
        <a href={address} class={kind}>
          {shown}
        </a>
      )}
    </td>
  )
}

/** Bar and share of a row. */
export function ShareCells({ figures }: { readonly figures: Figures }) {
  return (
    <>
      <td class="w">
        <Bar figures={figures} />
      </td>
      <td class="n pc">{figures.percent.toFixed(1)}</td>
    </>
  )
}

/** A column of a profile from the translations that it stands for. */
export function profileColumn(translations: readonly Translation[]): {
  readonly translated: number
  readonly needsEditing: number
} {
  const { total, needsEditing, percent: translated } = figuresOf(translations)
  return { translated, needsEditing: percent(needsEditing, total) }
}
