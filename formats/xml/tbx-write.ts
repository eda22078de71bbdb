import { block, element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import { firstForm, type TranslationDocument } from '../document.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
`

/** TermBase eXchange, the old MARTIF form: an entry for each unit with its first forms; notes are the developer's. */
export function writeTbx({ units, sourceLanguage, language }: TranslationDocument): string {
  const entries = units.map(({ sources, targets, note }) => {
    const text = note.trim()
    return block('termEntry', {}, [
      langSet(sourceLanguage.code, firstForm(sources)),
      langSet(language.code, firstForm(targets)),
      ...(text === '' ? [] : [element('note', { from: 'developer' }, text)]),
    ])
  })
  const source = block('sourceDesc', {}, [element('p', {}, 'gitglot')])
  const root = block('martif', { type: 'TBX', 'xml:lang': sourceLanguage.code }, [
    block('martifHeader', {}, [block('fileDesc', {}, [source])]),
    block('text', {}, [block('body', {}, entries)]),
  ])
  return `${writeXml(root, { head: HEAD, indent: '    ' })}\n`
}

function langSet(code: string, term: string): XmlTree {
  return element('langSet', { 'xml:lang': code }, element('tig', {}, element('term', {}, term)))
}
