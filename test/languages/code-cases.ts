import { readFileSync } from 'node:fs'
import { findLanguage, knownLanguage, type Language } from '../../src/languages/language.ts'

export interface CodeCase {
  readonly id: string
  readonly input: string
  readonly language?: string
  readonly name?: string
  readonly created?: boolean
  readonly direction?: string
  readonly display?: string
  readonly plural?: object
  readonly error?: string
}

export function readCodeCases(path: string | URL): CodeCase[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { cases: CodeCase[] }).cases
}

/** The name as pages of the reference show it. */
function displayName({ code, name }: Language): string {
  return knownLanguage(code) === undefined ? `${name} (${code})` : name
}

/** What a case expects, and what the code gives; both are undefined for a refused code. */
export function compareCode(row: CodeCase): { expected: unknown; actual: unknown } {
  const language = findLanguage(row.input)
  if (row.error !== undefined) return { expected: undefined, actual: language }
  const { language: code, name, created, direction, display, plural } = row
  return {
    expected: { code, name, created, direction, display, plural },
    actual: {
      code: language?.code,
      name: language?.name,
      created: language && knownLanguage(language.code) === undefined,
      direction: language?.direction,
      display: language && displayName(language),
      plural: plural && language?.plural,
    },
  }
}
