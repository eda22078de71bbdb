import type { WeblateVersion } from '../weblate-version.ts'

/** The error messages of a version of Weblate. */
interface Wording {
  /** Prefix of syntax errors. */
  readonly grammar: string
  readonly field: (name: string) => string
  readonly keyword: (field: 'is' | 'has', word: string) => string
}

export const WORDING: Readonly<Record<WeblateVersion, Wording>> = {
  '5.14': {
    grammar: '',
    field: (name) => `Unsupported field: ${name}`,
    keyword: (field, word) => `Unsupported ${field} lookup: ${word}`,
  },
  '2026.10': {
    grammar: 'Failed to parse the query string: ',
    field: (name) => `Unknown search field: ${name}`,
    keyword: (field, word) => `Unsupported lookup for ${field}: ${word}`,
  },
}
