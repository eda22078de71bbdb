import { findLanguage, knownLanguage } from './language.ts'

/** A language of a component: its code, and that in the name of its file. */
export interface NamedLanguage {
  readonly code: string
  readonly fileCode: string
}

/**
 * A test for the languages that people mean by a code: that of a file, Weblate's, or one of BCP 47, in any case, with any
 * separator, also an alias (`iw` for `he`). `aliases` are those of the language's project.
 */
export function createLanguageTest(
  languageCode: string,
): (language: NamedLanguage, aliases: ReadonlyMap<string, string>) => boolean {
  const spellings = spellingsOf(languageCode)
  const keys = new Set(spellings.map(codeKey))
  return ({ code, fileCode }, aliases) =>
    [code, ...spellingsOf(fileCode)].some((spelling) => keys.has(codeKey(spelling))) ||
    spellings.some((spelling) => findLanguage(spelling, { aliases })?.code === code)
}

function codeKey(code: string): string {
  return code.toLowerCase().replaceAll('-', '_')
}

/** The code as it is, as BCP 47 writes it, and without the script that its language has anyway. */
function spellingsOf(code: string): string[] {
  try {
    const locale = new Intl.Locale(code.replaceAll('_', '-'))
    const { language, region, script, baseName } = locale
    const usual = new Intl.Locale(language, { ...(region && { region }) }).maximize().script
    const parts = baseName.split('-').filter((part) => part !== script)
    const spellings = [code, baseName, ...(script === usual ? [parts.join('-')] : [])]
    const isKnown = spellings.some((spelling) => knownLanguage(findLanguage(spelling)?.code ?? ''))
    return isKnown ? spellings : [...spellings, locale.minimize().baseName]
  } catch {
    // No tag of BCP 47, as some codes of files: `sr@latin`.
    return [code]
  }
}
