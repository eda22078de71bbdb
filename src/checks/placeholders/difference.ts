import type { FormPair } from './pairing.ts'
import type { Placeholder, PlaceholderSyntax } from './placeholder.ts'

/** Differences between the placeholders of source and target. */
export interface Difference {
  /** Placeholders of the source that the translation lacks. */
  readonly missing: readonly Placeholder[]
  /** Placeholders of the translation that the source lacks. */
  readonly extra: readonly Placeholder[]
  /** Values of placeholders that both have. */
  readonly shared: ReadonlySet<string>
  /** Whether only the order of unnamed placeholders differs. */
  readonly isOrder: boolean
}

/** Compares the placeholders; returns undefined if the translation is correct. */
export function compareForms(
  syntax: PlaceholderSyntax,
  { source, target, isLenient }: FormPair,
): Difference | undefined {
  if (source === '' || target === '') return undefined
  const expected = placeholdersOf(syntax, source)
  const placeholders = placeholdersOf(syntax, target)
  const isList = expected.length === 0 || expected.some(({ value }) => syntax.isUnnamed(value))
  if (isList && hasSameOrder(expected, placeholders)) return undefined
  const missing = subtract(expected, placeholders)
  const extra = subtract(placeholders, expected)
  const isOnlyMissing = isList
    ? placeholders.every(({ value }, i) => value === expected[i]?.value)
    : extra.length === 0
  if (isOnlyMissing && (isLenient || missing.length === 0)) return undefined
  const values = new Set(expected.map(({ value }) => value))
  const shared = new Set(
    placeholders.map(({ value }) => value).filter((value) => values.has(value)),
  )
  if (missing.length > 0 || extra.length > 0) return { missing, extra, shared, isOrder: false }
  const isMoved = ({ value }: Placeholder, i: number): boolean => value !== expected[i]?.value
  return { missing: [], extra: placeholders.filter(isMoved), shared, isOrder: true }
}

/** Returns the placeholders to compare. */
function placeholdersOf(syntax: PlaceholderSyntax, text: string): readonly Placeholder[] {
  if (!syntax.marks.some((mark) => text.includes(mark))) return []
  return syntax.find(text).filter(({ value }) => !syntax.isEscape(value))
}

function hasSameOrder(
  placeholders: readonly Placeholder[],
  other: readonly Placeholder[],
): boolean {
  return (
    placeholders.length === other.length &&
    placeholders.every(({ value }, i) => value === other[i]?.value)
  )
}

/** Returns the placeholders of the first list that the second lacks or has less often. */
function subtract(from: readonly Placeholder[], other: readonly Placeholder[]): Placeholder[] {
  const counts = new Map<string, number>()
  for (const { value } of other) counts.set(value, (counts.get(value) ?? 0) + 1)
  return from.filter(({ value }) => {
    const count = counts.get(value) ?? 0
    if (count > 0) counts.set(value, count - 1)
    return count === 0
  })
}
