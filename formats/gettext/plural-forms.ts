import type { ParsedFile } from '../entry.ts'

const PLURAL_FORMS = /^\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([-()n\d!=|&<>+*/%?:\s]+)/

/** Parses plural forms such as `nplurals=2; plural=(n != 1);`; undefined if malformed. */
export function readPluralForms(text: string): ParsedFile['plural'] | undefined {
  const [, number, formula] = PLURAL_FORMS.exec(text) ?? []
  if (number === undefined || formula === undefined) return undefined
  return { number: Number(number), formula }
}
