import type { Language } from '../languages/language.ts'
import type { Versioned, WeblateVersion } from '../weblate-version.ts'
import type { Flags } from './flags.ts'

/** A unit as a check sees it. */
export interface CheckedUnit {
  /** Version of Weblate whose verdict it gets. */
  readonly weblate: WeblateVersion
  /** Plural forms; one when it is not a plural. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly sourceLanguage: Language
  readonly language: Language
  /** Merged from project, format, component, translation and unit. */
  readonly flags: Flags
  readonly context: string
  readonly note: string
  readonly projectName: string
  readonly componentName: string
  /** Whether a plural form for 0 and 1 needs its number, as the file format says. */
  readonly hasStrictPlurals?: boolean
  /** The hosts that sources of the component name, as `ownerOf` has them. */
  readonly hosts?: ReadonlySet<string>
  /** Placeholders of the target that stand for others of the source. */
  readonly aliases?: ReadonlyMap<string, string>
  /** Names of the plural forms that the file of the translation lacks: `few`, `many`. */
  readonly missingForms?: readonly string[]
  /** What its file format says of plural forms. */
  readonly formRules?: FormRules
  /** Terms of the project's glossaries in the unit's language; those that do not occur in the source are passed over. */
  readonly glossary?: readonly GlossaryTerm[]
}

/** What a file format says of plural forms in two languages. */
export interface FormRules {
  /** Names of the source's forms, in their order. */
  readonly sourceForms: readonly string[]
  /** Names of the target's forms that programs replace by another one. */
  readonly optional: readonly string[]
  /** Whether each form is a key, its name behind that of the unit: `key_many`. */
  readonly areKeys: boolean
  /** Whether programs take a text without forms for all numbers. */
  readonly arePlain: boolean
}

/** A term of a glossary; of its flags `read-only` and `forbidden` count. */
export interface GlossaryTerm {
  readonly source: string
  readonly target: string
  readonly flags: Flags
}

/** Where it fails: UTF-16 offsets in one plural form of source or target. */
export interface Span {
  readonly side: 'source' | 'target'
  readonly form: number
  readonly start: number
  readonly end: number
}

/** Why a check fails: one sentence made of the facts, and the places to highlight. */
export interface Explanation {
  readonly explanation: string
  readonly spans: readonly Span[]
}

/**
 * `error`: data is lost or the program breaks (placeholders, markup, syntax, limits that the project sets). `warning`:
 * likely a mistake that readers see. `note`: style, or often right.
 */
export type Severity = 'error' | 'warning' | 'note'

/** What there is to say of a check without a unit. */
export interface CheckDescription {
  /** Weblate's id, used verbatim in the API. */
  readonly id: string
  readonly name: string
  /** What it reports, as Weblate words it. */
  readonly description: string
  /** The default; projects and components may set another. */
  readonly severity: Severity
  /** `source` checks run on units of the source language, `target` checks on all others. */
  readonly kind: 'source' | 'target'
  /** Flags any of which turns it on; undefined: on by default. */
  readonly enabledBy?: readonly string[]
  /** The flag that turns it off. */
  readonly ignoredBy: string
  /** Whether it is gitglot's own: commands and pages have it, Weblate's API does not. */
  readonly isOwn?: boolean
}

/** One quality check of single units. Pure and synchronous, at worst linear in the length of the texts. */
export interface Check extends CheckDescription, Versioned<Check> {
  /** The first version of Weblate that has it, unless that is 5.14. */
  readonly since?: '2026.10'
  fails(unit: CheckedUnit): boolean
  /** The same for a unit with one source and one target form, given as texts: most are, and it takes less time. */
  readonly failsForm?: (source: string, target: string, unit: CheckedUnit) => boolean
  /** Whether it never fails on a unit with one source and one target form. */
  readonly needsPlural?: boolean
  /** Whether a unit that fails in Weblate is right all the same, so that commands and pages do not show it. */
  readonly isHarmless?: (unit: CheckedUnit) => boolean
  /** Code points: where neither text ends with one, `failsForm` is false. Absent: it may fail at any end. */
  readonly ends?: ReadonlySet<number>
  /** For a unit that fails: why and where. */
  explain(unit: CheckedUnit): Explanation
}
