import { type DocumentUnit, firstForm } from '../document.ts'
import type { Conversion } from '../format.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Apple's strings file, in UTF-8; what is not translated has its key as text. */
export const strings: Conversion = {
  id: 'strings',
  extension: 'strings',
  mediaType: 'text/plain',
  needsKeys: true,
  write: ({ units }) => units.map(entryOf).join(''),
}

function entryOf({ context, targets, note }: DocumentUnit): string {
  const comment = note === '' ? '' : `/* ${note.replaceAll('*/', '* /')} */\n`
  return `${comment}${quote(context)} = ${quote(firstForm(targets) || context)};\n`
}

function quote(text: string): string {
  return `"${text.replace(/["\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)}"`
}
