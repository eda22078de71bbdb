import type { Row } from './bench.ts'

const HEAD = ['what', 'gitglot', 'compared with', '', 'unit', 'result', 'target', '']

/** Returns whether the medians meet the target; undefined for a row without a target or values. */
export function isKept({ ours, others, target }: Row): boolean | undefined {
  if (target === undefined || ours.length === 0 || others.length === 0) return undefined
  const [our, other] = [median(ours), median(others)]
  if ('atMost' in target) return our / other <= target.atMost
  if ('atLeast' in target) return our / other >= target.atLeast
  return our - other <= target.atMostAbove
}

/** Formats rows in aligned columns: medians, their ratio or difference, and the target. */
export function tableLines(rows: readonly Row[]): string[] {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = (column: number): boolean => [1, 3, 5].includes(column)
  return cells.map((row) =>
    row
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

function cellsOf(row: Row): string[] {
  const { what, unit, ours, others, otherName } = row
  const isMet = isKept(row)
  const verdict = isMet === undefined ? '' : isMet ? 'kept' : 'MISSED'
  const [our, other] = [median(ours), median(others)]
  return [what, shown(our), otherName, shown(other), unit, result(row), targetText(row), verdict]
}

function result({ ours, others, target }: Row): string {
  if (ours.length === 0 || others.length === 0) return '-'
  const [our, other] = [median(ours), median(others)]
  if (target !== undefined && 'atMostAbove' in target) return `+${shown(our - other)}`
  return `${(our / other).toFixed(2)}x`
}

function targetText({ target, unit }: Row): string {
  if (target === undefined) return ''
  if ('atMost' in target) return `at most ${target.atMost}x`
  if ('atLeast' in target) return `at least ${target.atLeast}x`
  return `at most +${target.atMostAbove} ${unit}`
}

function shown(value: number): string {
  if (Number.isNaN(value)) return '-'
  return value.toFixed(value >= 1000 ? 0 : 1)
}

/** Returns the median; NaN if there are no values. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
