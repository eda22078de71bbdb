/** How much harm a change may do to users of the program. */
export type Risk = 'high' | 'medium' | 'low'

/** Reasons why a string deserves a look, riskiest first. */
export const REASONS = {
  hidden: 'high',
  link: 'high',
  scheme: 'high',
  markup: 'high',
  placeholder: 'high',
  plural: 'high',
  error: 'high',
  reverted: 'medium',
  script: 'medium',
  untranslated: 'medium',
  stale: 'medium',
  warning: 'medium',
  same: 'low',
  reworded: 'low',
} as const satisfies Record<string, Risk>

export type ReasonKind = keyof typeof REASONS

export const REASON_KINDS: readonly ReasonKind[] = Object.keys(REASONS) as ReasonKind[]

export interface Reason {
  readonly kind: ReasonKind
  /** One sentence. */
  readonly message: string
  /** The commit that had replaced the text, if the text is an old one that came back. */
  readonly commit: string | null
}

/** A string that deserves a look. */
export interface ReviewedString {
  /** `project/component` */
  readonly component: string
  readonly language: string
  /** As in the API, 16 hexadecimal digits. */
  readonly checksum: string
  /** The key; the source text of a file without keys. */
  readonly context: string
  /** Risk of the riskiest reason. */
  readonly risk: Risk
  /** The riskiest first. */
  readonly reasons: readonly Reason[]
  /** Plural forms; strings without plurals have one. `before` is null for a new string. */
  readonly source: readonly string[]
  readonly before: readonly string[] | null
  readonly after: readonly string[]
}

/** Returns a reason that no earlier commit explains. */
export function reason(kind: ReasonKind, message: string): Reason {
  return { kind, message, commit: null }
}

/** Reasons in their order, without repetitions. */
export function sortReasons(reasons: readonly Reason[]): Reason[] {
  return [...reasons].sort((a, b) => REASON_KINDS.indexOf(a.kind) - REASON_KINDS.indexOf(b.kind))
}

/** Compares strings by risk, riskiest first, then by location. */
export function sortByRisk(strings: readonly ReviewedString[]): ReviewedString[] {
  const rank = ({ reasons }: ReviewedString) => REASON_KINDS.indexOf(reasons[0]?.kind ?? 'reworded')
  return [...strings].sort((a, b) => rank(a) - rank(b))
}
