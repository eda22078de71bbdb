import { languageForCode } from '../languages/language.ts'

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
