import { firstForm, type TranslationDocument } from './document.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Apple's strings file, in UTF-8; what is not translated has its key as text. */
export function writeStrings({ units }: TranslationDocument): string {
  return units
    .map(({ context, targets, note }) => {
      const comment = note === '' ? '' : `/* ${note.replaceAll('*/', '* /')} */\n`
      return `${comment}${quote(context)} = ${quote(firstForm(targets) || context)};\n`
    })
    .join('')
}

function quote(text: string): string {
  return `"${text.replace(/["\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)}"`
}
