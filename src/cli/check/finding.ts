import type { Severity } from '../../checks/check.ts'

/** Where a problem is. */
export interface FindingLocation {
  /** Language code; undefined for a problem of a whole component or of a source string. */
  readonly language: string | undefined
  /** Path in the repository; undefined if there is no file. */
  readonly filename: string | undefined
  /** Line of the unit in its file, starting at 1. */
  readonly line: number
  /** Column in UTF-16 units, starting at 1. */
  readonly column: number
  /** One sentence. */
  readonly message: string
}

/** A problem of a string in all languages that have it, or of a file. */
export interface Finding {
  /** The id of a check, or one of `RULES`. */
  readonly rule: string
  readonly severity: Severity
  /** Whether the finding makes the check fail. */
  readonly isFailing: boolean
  /** `project/component` */
  readonly component: string
  /** Language codes; none for problems of a whole component. */
  readonly languages: readonly string[]
  /** Checksum of the unit: 16 hexadecimal digits, as in the API; undefined for problems of a whole file. */
  readonly checksum: string | undefined
  /** Key or source text of the unit. */
  readonly context: string | undefined
  /** The places: one for each language, or a single one if the source string changed. */
  readonly places: readonly [FindingLocation, ...FindingLocation[]]
}

/** How many findings a rule has. */
export interface RuleCount {
  readonly rule: string
  readonly severity: Severity
  readonly isFailing: boolean
  /** Whether the findings of the rule are listed. */
  readonly isListed: boolean
  readonly found: number
}

/** A language of a component. */
export interface LanguageResult {
  readonly component: string
  readonly language: string
  readonly filename: string
  /**
   * Percentage at the base; undefined without `--base`, or if the translation did not exist or could not be read there.
   */
  readonly percentBefore: number | undefined
  /** Percentage now; undefined if the file cannot be read. */
  readonly percent: number | undefined
  /** Numbers of findings in this language by severity. */
  readonly found: Readonly<Record<Severity, number>>
}

/** The result of `check`. */
export interface CheckReport {
  readonly isPassed: boolean
  /** The commit that the files were compared with; undefined without `--base`. */
  readonly base: string | undefined
  /** The number of findings that the configuration accepts. */
  readonly accepted: number
  /** Counts by rule. Failing severities come first, then the most severe; within each the most frequent rules. */
  readonly counts: readonly RuleCount[]
  /** Findings grouped by string: strings that fail the check first, then those with the most severe findings. */
  readonly findings: readonly Finding[]
  /** Languages in the order of components and their files. */
  readonly languages: readonly LanguageResult[]
}
