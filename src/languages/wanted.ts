import { findLanguage, knownLanguage } from './language.ts'

/** A language of a component: its code, and the code in the name of its file. */
export interface NamedLanguage {
  readonly code: string
  readonly fileCode: string
}

/**
 * Returns a test for the languages that a user may mean by a code: the code of a file, Weblate's, or one of BCP 47, in
 * any case and with any separator, or an alias (`iw` for `he`). `aliases` are those of the language's project.
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

/** Returns the code as written, as BCP 47 spells it, and without the script that its language has by default. */
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
    // Not a BCP 47 tag, as some codes in file names: `sr@latin`.
    return [code]
  }
}
