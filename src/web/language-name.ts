import { type Language, languageForCode } from '../languages/language.ts'

/** Returns the English name of a language. */
export function languageName(code: string): string {
  return languageForCode(code).name
}

/** Converts a code to HTML's `lang`: `zh_Hans` -> `zh-Hans`, `sr@latin` -> `sr-Latn`. */
export function languageTag(code: string): string {
  const scripts: Readonly<Record<string, string>> = { latin: 'Latn', cyrillic: 'Cyrl' }
  return code
    .replace(/@(\w+)$/, (_, variant: string) => `-${scripts[variant] ?? variant}`)
    .replaceAll('_', '-')
}

/** Returns a locale that Intl accepts; English if the code is not a BCP 47 tag. */
export function localeOf(code: string): string {
  try {
    return Intl.getCanonicalLocales(languageTag(code))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The usual scripts that run from right to left, by their codes in ISO 15924. */
const RIGHT_TO_LEFT = /^(?:adlm|arab|aran|hebr|mand|mend|nkoo|rohg|samr|syrc|thaa|yezi)$/i

/**
 * Returns the direction of the script that a code names, as `ku_Arab` does; else that of the language. The API has
 * Weblate's, which knows the languages of its table only.
 */
export function textDirection({ code, direction }: Language): Language['direction'] {
  const script = /^[a-z]+[_-]([a-z]{4})(?![a-z])/i.exec(code)?.[1]
  if (script === undefined) return direction
  return RIGHT_TO_LEFT.test(script) ? 'rtl' : 'ltr'
}

/** Returns the attributes of an element with a text in a language. */
export function textAttributes(language: Language) {
  return { lang: languageTag(language.code), dir: textDirection(language) }
}
