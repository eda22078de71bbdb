import { firstForm, type TranslationDocument } from './document.ts'
import { escapeAttribute, escapeXml } from './xml-text.ts'

/** TermBase eXchange, the old MARTIF form: an entry for each unit with its first forms; notes are the developer's. */
export function writeTbx({ units, sourceLanguage, language }: TranslationDocument): string {
  const entries = units.map(({ sources, targets, note }) => {
    const terms: string[] = [
      langSet(sourceLanguage.code, firstForm(sources)),
      langSet(language.code, firstForm(targets)),
    ]
    const text = note.trim()
    if (text !== '') {
      terms.push(`                <note from="developer">${escapeXml(text)}</note>\n`)
    }
    return `            <termEntry>\n${terms.join('')}            </termEntry>\n`
  })
  return `${head(sourceLanguage.code)}${entries.join('')}        </body>\n    </text>\n</martif>\n`
}

function head(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
<martif type="TBX" xml:lang="${escapeAttribute(code)}">
    <martifHeader>
        <fileDesc>
            <sourceDesc>
                <p>gitglot</p>
            </sourceDesc>
        </fileDesc>
    </martifHeader>
    <text>
        <body>
`
}

function langSet(code: string, term: string): string {
  const language = escapeAttribute(code)
  return `                <langSet xml:lang="${language}"><tig><term>${escapeXml(term)}</term></tig></langSet>\n`
}
