import type { Severity } from '../../checks/check.ts'

/** Where a problem is. */
export interface FindingLocation {
  /** Code; undefined for a problem of a whole component, or of a source string. */
  readonly language: string | undefined
  /** Path in the repository; undefined if there is no file. */
  readonly filename: string | undefined
  /** Of the unit in its file, 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
  /** One sentence. */
  readonly message: string
}

/** A problem of a string in all languages that have it, or of a file. */
export interface Finding {
  /** The id of a check, or one of `RULES`. */
  readonly rule: string
  readonly severity: Severity
  /** Whether it makes the check fail. */
  readonly isFailing: boolean
  /** `project/component` */
  readonly component: string
  /** Codes; none for problems of a whole component. */
  readonly languages: readonly string[]
  /** Of the unit: 16 hexadecimal digits, as in the API; undefined for problems of a whole file. */
  readonly checksum: string | undefined
  /** Key or source text of the unit. */
  readonly context: string | undefined
  /** One for each language, or one for all where the source string is what changed. */
  readonly places: readonly [FindingLocation, ...FindingLocation[]]
}

/** How many findings a rule has. */
export interface RuleCount {
  readonly rule: string
  readonly severity: Severity
  readonly isFailing: boolean
  /** Whether they are among the findings. */
  readonly isListed: boolean
  readonly found: number
}

/** A language of a component. */
export interface LanguageResult {
  readonly component: string
  readonly language: string
  readonly filename: string
  /** Undefined without `--base`, or if the translation did not exist or could not be read there. */
  readonly percentBefore: number | undefined
  /** Undefined if the file cannot be read. */
  readonly percent: number | undefined
  /** Findings in this language. */
  readonly found: Readonly<Record<Severity, number>>
}

/** The result of `check`. */
export interface CheckReport {
  readonly isPassed: boolean
  /** The commit that the files were compared with; undefined without `--base`. */
  readonly base: string | undefined
  /** How many findings the configuration accepts. */
  readonly accepted: number
  /** Those that make the check fail come first, then the severest, each with its most frequent rules first. */
  readonly counts: readonly RuleCount[]
  /** By string: strings that make the check fail come first, then those with the severest findings. */
  readonly findings: readonly Finding[]
  /** In the order of components and their files. */
  readonly languages: readonly LanguageResult[]
}
