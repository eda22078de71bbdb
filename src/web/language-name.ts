import { languageForCode } from '../languages/language.ts'

/** Returns the English name of a language. */
export function languageName(code: string): string {
  return languageForCode(code).name
}

/** Returns a language's own name; undefined if it is unknown or equals the English name. */
export function ownName(code: string): string | undefined {
  const tag = languageTag(code)
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)
    return name === undefined || name === languageName(code) ? undefined : name
  } catch {
    // The code is not a BCP 47 tag.
    return undefined
  }
}

/** Converts a code to HTML's `lang`: `zh_Hans` -> `zh-Hans`, `sr@latin` -> `sr-Latn`. */
export function languageTag(code: string): string {
  const scripts: Readonly<Record<string, string>> = { latin: 'Latn', cyrillic: 'Cyrl' }
  return code
    .replace(/@(\w+)$/, (_, variant: string) => `-${scripts[variant] ?? variant}`)
    .replaceAll('_', '-')
}
