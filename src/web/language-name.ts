import { languageForCode } from '../languages/language.ts'

/** The English name of a language. */
export function languageName(code: string): string {
  return languageForCode(code).name
}

/** What a language calls itself; undefined where that is its English name, or not known. */
export function ownName(code: string): string | undefined {
  const tag = languageTag(code)
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)
    return name === undefined || name === languageName(code) ? undefined : name
  } catch {
    // No tag of BCP 47.
    return undefined
  }
}

/** The code as HTML's `lang` has it: `zh_Hans` -> `zh-Hans`, `sr@latin` -> `sr-Latn`. */
export function languageTag(code: string): string {
  const scripts: Readonly<Record<string, string>> = { latin: 'Latn', cyrillic: 'Cyrl' }
  return code
    .replace(/@(\w+)$/, (_, variant: string) => `-${scripts[variant] ?? variant}`)
    .replaceAll('_', '-')
}
