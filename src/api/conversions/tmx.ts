import { firstForm, type TranslationDocument } from './document.ts'
import { escapeAttribute, escapeXml } from './xml-text.ts'

/** Translation Memory eXchange 1.4: a pair for each unit with its first forms. */
export function writeTmx({ units, sourceLanguage, language }: TranslationDocument): string {
  const pairs = units.map(({ sources, targets, note }) => {
    const text = note.trim()
    return `    <tu>\n${variant(sourceLanguage.code, firstForm(sources))}${variant(
      language.code,
      firstForm(targets),
    )}${text === '' ? '' : `      <note>${escapeXml(text)}</note>\n`}    </tu>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="gitglot" creationtoolversion="1" segtype="sentence" o-tmf="UTF-8" adminlang="en" srclang="${escapeAttribute(sourceLanguage.code)}" datatype="PlainText"/>
  <body>
${pairs.join('')}  </body>
</tmx>
`
}

function variant(code: string, text: string): string {
  return `      <tuv xml:lang="${escapeAttribute(code)}">
        <seg>${escapeXml(text)}</seg>
      </tuv>
`
}
