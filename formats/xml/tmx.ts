import { block, element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import type { Conversion } from '../format.ts'
import { firstForm } from '../translation-document.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
`

/** Translation Memory eXchange 1.4: a pair for each unit with its first forms. */
export const tmx: Conversion = {
  id: 'tmx',
  extension: 'tmx',
  mediaType: 'application/x-tmx',
  needsKeys: false,
  write({ units, sourceLanguage, language }) {
    const pairs = units.map(({ sources, targets, note }) => {
      const text = note.trim()
      return block('tu', {}, [
        variant(sourceLanguage.code, firstForm(sources)),
        variant(language.code, firstForm(targets)),
        ...(text === '' ? [] : [element('note', {}, text)]),
      ])
    })
    const header = element('header', {
      creationtool: 'gitglot',
      creationtoolversion: '1',
      segtype: 'sentence',
      'o-tmf': 'UTF-8',
      adminlang: 'en',
      srclang: sourceLanguage.code,
      datatype: 'PlainText',
    })
    const root = block('tmx', { version: '1.4' }, [header, block('body', {}, pairs)])
    return `${writeXml(root, { head: HEAD, selfClosing: ['header'] })}\n`
  },
}

function variant(code: string, text: string): XmlTree {
  return block('tuv', { 'xml:lang': code }, [element('seg', {}, text)])
}
