import { type DocumentUnit, firstForm, type TranslationDocument } from '../document.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** What is not translated has its key as text. */
export function writeStrings({ units }: TranslationDocument): string {
  return units.map(entryOf).join('')
}

function entryOf({ context, targets, note }: DocumentUnit): string {
  const comment = note === '' ? '' : `/* ${note.replaceAll('*/', '* /')} */\n`
  return `${comment}${quote(context)} = ${quote(firstForm(targets) || context)};\n`
}

function quote(text: string): string {
  return `"${text.replace(/["\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)}"`
}
