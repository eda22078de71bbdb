/** The rules of the gate, beside the checks. */
export const RULES = {
  'parse-error': 'A translation file cannot be read.',
  untranslated: 'A string is no longer translated.',
  outdated: 'The source of a string changed; its translation did not.',
  'max-outdated': 'A translation is older than its source by more than the limit.',
  'fail-under': 'Too little of a language is translated.',
  'require-languages': 'A required language is missing.',
} as const

/** The id of a check, or one of `RULES`. */
type RuleId = keyof typeof RULES | (string & {})

/** A problem and its place. */
export interface Finding {
  readonly rule: RuleId
  /** `project/component` */
  readonly component: string
  /** Code; undefined for problems of a whole component. */
  readonly language: string | undefined
  /** Path in the repository; undefined if there is no file. */
  readonly filename: string | undefined
  /** Of the unit in its file, 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
  /** Of the unit: 16 hexadecimal digits, as in the API; undefined for problems of a whole file. */
  readonly checksum: string | undefined
  /** Key or source text of the unit. */
  readonly context: string | undefined
  /** One sentence. */
  readonly message: string
}

/** A language of a component with its findings. */
export interface LanguageResult {
  readonly component: string
  readonly language: string
  readonly filename: string
  /** Undefined without `--base`, or if the translation did not exist or could not be read there. */
  readonly percentBefore: number | undefined
  readonly percent: number
  readonly findings: readonly Finding[]
}

/** The result of `check`. */
export interface CheckReport {
  readonly isPassed: boolean
  /** The commit that the files were compared with; undefined without `--base`. */
  readonly base: string | undefined
  /** In the order of components, languages and units. */
  readonly findings: readonly Finding[]
  readonly languages: readonly LanguageResult[]
}

/**
 * The findings counted by rule, the most frequent first: `2 end_stop, 1 parse-error since 1234567890ab`. `mark` formats
 * rules and commits.
 */
export function foundText(
  findings: readonly Finding[],
  base?: string | null,
  mark: (text: string) => string = (text) => text,
): string {
  const counts = new Map<string, number>()
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  const rules = [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([rule, count]) => `${count} ${mark(rule)}`)
  return `${rules.join(', ') || 'nothing'}${base ? ` since ${mark(base.slice(0, 12))}` : ''}`
}
