// What commands print as JSON. These types refer to no other module, since users of the package see them.

/** Counts of units in readable files. */
export interface Counts {
  readonly total: number
  readonly translated: number
  /** One decimal, truncated: 100 only if nothing is left. Null if files cannot be read. */
  readonly translatedPercent: number | null
  /** Units of the source file that translations lack; part of the total. */
  readonly absent: number
  readonly fuzzy: number
  readonly readOnly: number
  /** Units that fail a check, in total and by their worst severity. */
  readonly failing: number
  readonly errors: number
  readonly warnings: number
  readonly notes: number
  readonly words: number
  readonly translatedWords: number
  /** Units older than their source; null without `--outdated`. */
  readonly outdated: number | null
}

/** The counts of a language, in all components or in one. */
export interface LanguageSummary extends Counts {
  readonly language: string
  readonly languageName: string
}

/** The counts of a translation. */
export interface TranslationSummary extends LanguageSummary {
  readonly isSource: boolean
  /** Whether the file is readable. If not, all counts are 0 and the percentage is null. */
  readonly isReadable: boolean
  /** `''` for the source language of a component without a template. */
  readonly filename: string
  /** Number of units by the id of a check that they fail. */
  readonly failingChecks: Readonly<Record<string, number>>
}

export interface AlertSummary {
  readonly name: string
  readonly message: string
  readonly filename: string
}

/** The counts of a component and of each of its translations. */
export interface ComponentSummary extends Counts {
  /** `project/component` */
  readonly component: string
  readonly name: string
  readonly fileFormat: string
  readonly filemask: string
  readonly sourceLanguage: string
  readonly isGlossary: boolean
  /** Null for the files on disk, or if nothing is readable. */
  readonly commit: string | null
  readonly translations: readonly TranslationSummary[]
  readonly alerts: readonly AlertSummary[]
}

/** The counts of a project without glossaries, as its badge and pages show them. */
export interface ProjectSummary extends Counts {
  /** Slug of the project. */
  readonly project: string
  readonly name: string
}

/**
 * The output of `gitglot status --format json`, described by `schemas/status.schema.json`. The sums exclude glossaries.
 */
export interface StatusSummary extends Counts {
  /** A path or address, as on the command line. */
  readonly repository: string
  readonly projects: readonly ProjectSummary[]
  readonly components: readonly ComponentSummary[]
  /** Sorted by language code. */
  readonly languages: readonly LanguageSummary[]
}

/** A string in the output of `gitglot list --format json`, described by `schemas/list.schema.json`. */
export interface UnitRecord {
  /** `project/component` */
  readonly component: string
  readonly language: string
  /** Path in the repository; null if there is no file. */
  readonly filename: string | null
  /** Counted from 1; null if the file lacks the string, which is then to be added. */
  readonly line: number | null
  /** Counted from 1 in UTF-16 units; null in the same case. */
  readonly column: number | null
  /** Position in the template of a string that the file lacks, otherwise null; nothing is to be written there. */
  readonly sourceFilename: string | null
  readonly sourceLine: number | null
  /** The key, or the source text in files without keys. */
  readonly context: string
  /** 16 hexadecimal digits, as in the API. */
  readonly checksum: string
  readonly state: string
  /** Plural forms; strings without plurals have one. */
  readonly source: readonly string[]
  readonly target: readonly string[]
  /** The source that the translation was made for; `''` if it is up to date or unknown. */
  readonly previousSource: string
  readonly note: string
  readonly checks: readonly { readonly id: string; readonly message: string }[]
  /** Null if the translation is up to date, or without `--outdated`. */
  readonly outdated: {
    /** The commit that changed the source, and its time in ISO 8601. */
    readonly commit: string
    readonly changed: string
    /** Number of commits that changed it since, including that one. */
    readonly commits: number
  } | null
}

/** Plural forms of source and target; a single form each if the string is not a plural. */
export interface UnitTexts {
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** A string that differs. */
export interface UnitSummary {
  /** 16 hexadecimal digits, as in the API. */
  readonly checksum: string
  /** The key, or the source text in files without keys. */
  readonly context: string
  readonly kinds: readonly (
    | 'added'
    | 'removed'
    | 'changed'
    | 'translated'
    | 'untranslated'
    | 'failing'
  )[]
  /** Ids of checks that fail now but did not before. */
  readonly newlyFailing: readonly string[]
  /** Null if the unit did not exist. */
  readonly before: UnitTexts | null
  readonly after: UnitTexts | null
}

/** The counts of a language before and after. */
export interface LanguageDiffSummary {
  readonly language: string
  readonly languageName: string
  readonly isSource: boolean
  /** Null if the translation did not exist. */
  readonly before: Counts | null
  readonly after: Counts | null
  readonly units: readonly UnitSummary[]
}

/** The differences in a component. */
export interface ComponentDiffSummary {
  /** `project/component` */
  readonly component: string
  /** Languages that differ. */
  readonly languages: readonly LanguageDiffSummary[]
  /** Alerts that are new on the head side. */
  readonly newAlerts: readonly AlertSummary[]
}

/** The output of `gitglot diff --format json`, described by `schemas/diff.schema.json`. */
export interface DiffSummary {
  /** A commit id. */
  readonly base: string
  /** A commit id; null for the files on disk. */
  readonly head: string | null
  /** Components that differ. */
  readonly components: readonly ComponentDiffSummary[]
}

/** The commit that wrote a text. */
export interface CommitRecord {
  /** Null if not committed yet. */
  readonly commit: string | null
  /** Null if authors are hidden or unknown. */
  readonly author: string | null
  /** When it reached the branch, in ISO 8601. */
  readonly date: string
}

/** A version of a string. */
export interface VersionRecord extends CommitRecord {
  readonly change: 'added' | 'changed' | 'renamed' | 'removed' | 'present'
  /** Null after its removal. */
  readonly state: string | null
  readonly filename: string
  /** The key at that time. */
  readonly context: string
  /** Plural forms; a single form each if the string is not a plural. */
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** The history of a string in one language. */
export interface HistoryRecord {
  /** `project/component` */
  readonly component: string
  readonly language: string
  readonly context: string
  /** False if a shallow clone ends before its beginning. */
  readonly isComplete: boolean
  /** Sorted from newest to oldest. */
  readonly versions: readonly VersionRecord[]
  /** Commits whose files were unreadable. */
  readonly skipped: readonly { readonly commit: string; readonly message: string }[]
}

export type Severity = 'error' | 'warning' | 'note'

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
  /** Percentage at the base; undefined without `--base`, or if there was no readable translation. */
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
