interface DocumentLanguage {
  readonly code: string
  readonly name: string
  /** The set of plural forms that files have. */
  readonly filePlural: { readonly number: number; readonly formula: string }
}

/** A unit as the writers of files see it. */
export interface DocumentUnit {
  /** A key or a term's id, or `''`. */
  readonly context: string
  /** 16 hexadecimal digits. */
  readonly checksum: string
  readonly isPlural: boolean
  /** At least one. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly isTranslated: boolean
  readonly isFuzzy: boolean
  readonly isApproved: boolean
  readonly note: string
  /** Places in the program, `file:line`, joined with `, `. */
  readonly location: string
  /** Of project, format, component and unit, in canonical form. */
  readonly flags: string
}

/** A translation as the writers of files see it. */
export interface TranslationDocument {
  readonly projectName: string
  readonly language: DocumentLanguage
  readonly sourceLanguage: DocumentLanguage
  /** Address of its page. */
  readonly page: string
  /** Of the served commit, in seconds since 1970. */
  readonly timestamp: number
  /** Whether programs look up its contexts instead of its sources. */
  readonly isMonolingual: boolean
  readonly units: readonly DocumentUnit[]
}

/** The first plural form: all that formats without plurals take. */
export function firstForm(forms: readonly string[]): string {
  return forms[0] ?? ''
}
