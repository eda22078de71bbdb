import type { Language } from '../languages/language.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { Flags } from './flags.ts'

/** A unit, with everything that checks need. */
export interface CheckedUnit {
  /** Version of Weblate to follow. */
  readonly weblate: WeblateVersion
  /** Plural forms; a single one if the string is not a plural. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly sourceLanguage: Language
  readonly language: Language
  /** Merged flags of project, format, component, translation and unit. */
  readonly flags: Flags
  readonly context: string
  readonly note: string
  readonly projectName: string
  readonly componentName: string
  /** Whether the file format requires the number in a plural form for 0 and 1. */
  readonly hasStrictPlurals?: boolean
  /** Hosts in the component's sources, reduced by `ownerOf`. */
  readonly hosts?: ReadonlySet<string>
  /** Placeholders of the target that correspond to differently written ones of the source. */
  readonly aliases?: ReadonlyMap<string, string>
  /** Names of the plural forms that the translation's file lacks: `few`, `many`. */
  readonly missingForms?: readonly string[]
  /** Rules of the file format for plural forms. */
  readonly formRules?: FormRules
  /** Terms of the project's glossaries in the unit's language. Checks skip terms that do not occur in the source. */
  readonly glossary?: readonly GlossaryTerm[]
}

/** Rules of a file format for the plural forms of two languages. */
export interface FormRules {
  /** Names of the source's forms, in order. */
  readonly sourceForms: readonly string[]
  /** Names of the target's forms that programs replace by another form. */
  readonly optional: readonly string[]
  /** Whether each form has its own key, with the form's name after that of the unit: `key_many`. */
  readonly areKeys: boolean
  /** Whether programs use a text without forms for all numbers. */
  readonly arePlain: boolean
}

/** A term of a glossary. Only the flags `read-only` and `forbidden` matter. */
export interface GlossaryTerm {
  readonly source: string
  readonly target: string
  readonly flags: Flags
}

/** A part of a text, as UTF-16 offsets. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A part of a plural form of source or target. */
export interface Span extends Range {
  readonly side: 'source' | 'target'
  readonly form: number
}

/** Why a check fails: one sentence with the facts, and the parts to highlight. */
export interface Explanation {
  readonly explanation: string
  readonly spans: readonly Span[]
}

/**
 * Severity of a failure:
 * - `error`: the program breaks or data is lost (placeholders, markup, syntax, limits set by the project).
 * - `warning`: probably a mistake that readers notice.
 * - `note`: a matter of style, or often correct.
 */
export type Severity = 'error' | 'warning' | 'note'

/** All severities, the most severe first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note']

/** The description of a check, independent of any unit. */
export interface CheckDescription {
  /** Weblate's id, used verbatim in the API. */
  readonly id: string
  readonly name: string
  /** What the check reports, in Weblate's words. */
  readonly description: string
  /** Default severity; projects and components may override it. */
  readonly severity: Severity
  /** `source` checks run on units of the source language, `target` checks on all others. */
  readonly kind: 'source' | 'target'
  /** The check runs if a unit has any of these flags; undefined if it runs by default. */
  readonly enabledBy?: readonly string[]
  readonly ignoredBy: string
  /** Whether the check is gitglot's own: shown by commands and pages, but not by Weblate's API. */
  readonly isOwn?: boolean
}

/** A quality check of single units. Pure and synchronous, with at most linear time in the length of the texts. */
export interface Check extends CheckDescription {
  /** The first version of Weblate with the check, if later than 5.14. */
  readonly since?: '2026.10'
  /** Another flag that turns the check on in 2026.10. */
  readonly enabledIn2026By?: string
  fails(unit: CheckedUnit): boolean
  /** A faster `fails` for units with one source and one target form, which most units are. Truthy if the form fails. */
  readonly failsForm?: (source: string, target: string, unit: CheckedUnit) => unknown
  /** Whether the check never fails on a unit with one source and one target form. */
  readonly needsPlural?: boolean
  /**
   * Returns whether a unit that fails in Weblate is nevertheless correct, so that commands and pages do not report it.
   */
  readonly isHarmless?: (unit: CheckedUnit) => boolean
  /** Code points: `failsForm` is false unless one of the texts ends with one of them. Absent if it may always fail. */
  readonly ends?: ReadonlySet<number>
  explain(unit: CheckedUnit): Explanation
}
