/** What the gate is about, beside the ids of checks. */
export const RULES = {
  'parse-error': 'A translation file cannot be read.',
  untranslated: 'A string was translated and is not any more.',
  outdated: 'The source of a string was changed and its translation was not.',
  'max-outdated': 'The source of a string was changed long ago and its translation was not.',
  'fail-under': 'A language is translated less than it must be.',
  'require-languages': 'A language that must be there is missing.',
} as const

/** Why the gate failed: the id of a check, or one of `RULES`. */
type RuleId = keyof typeof RULES | (string & {})

/** One thing that is wrong, and where. */
export interface Finding {
  readonly rule: RuleId
  /** `project/component` */
  readonly component: string
  /** Code; undefined for what is wrong with a whole component. */
  readonly language: string | undefined
  /** Path in the repository; undefined where there is no file. */
  readonly filename: string | undefined
  /** 1-based, of the string in its file. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
  /** Of the unit: 16 hexadecimal digits, the `checksum` of the API; undefined for what concerns a whole file. */
  readonly checksum: string | undefined
  /** Key or source text of the unit. */
  readonly context: string | undefined
  /** One sentence. */
  readonly message: string
}

/** A language of a component with what happened to it. */
export interface LanguageResult {
  readonly component: string
  readonly language: string
  readonly filename: string
  /** Undefined without `--base`, or where it was not there. */
  readonly percentBefore: number | undefined
  readonly percent: number
  readonly findings: readonly Finding[]
}

/** What `check` found. */
export interface CheckReport {
  readonly isPassed: boolean
  /** The commit that the files were compared with; undefined without `--base`. */
  readonly base: string | undefined
  /** In the order of components, languages and strings. */
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
