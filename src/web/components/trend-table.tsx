import type { Trend } from '../../catalog/history/trend/trend.ts'
import { formatNumber } from '../../facts/words.ts'
import { Table } from './table.tsx'
import { Time } from './words.tsx'

type Point = Trend['points'][number]

/** A point whose strings have been counted. */
export type KnownPoint = Point & { readonly counts: NonNullable<Point['counts']> }

const ROWS = 9

/** Shows an even selection of the points as numbers. */
export function TrendTable({ points }: { points: readonly KnownPoint[] }) {
  const rows = Math.min(ROWS, points.length)
  const shown = Array.from(
    { length: rows },
    (_, row) => points[Math.round((row * (points.length - 1)) / Math.max(1, rows - 1))],
  ).filter((point) => point !== undefined)
  return (
    <Table
      columns={[
        ['Day'],
        ...['Strings', 'Translated', 'Needs editing', 'Failing'].map(
          (name) => [name, 'n'] as const,
        ),
      ]}
    >
      {shown.map(({ seconds, counts }) => (
        <tr>
          <th scope="row">
            <Time seconds={seconds} />
          </th>
          {counts.map((count) => (
            <td class="n">{formatNumber(count)}</td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
