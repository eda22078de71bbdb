import { parseErrorAt } from '../../src/text.ts'
import { readCharacter } from '../../src/xml/character.ts'
import { skipDeclaration } from '../../src/xml/doctype.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { Reader, STOP } from '../../src/xml/reader.ts'
import { type Entry, type ParsedFile, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'

/**
 * Texts of Mozilla's programs: the general entities that a document type declares (XML 1.0, section 4.2). References to
 * characters are read, references to entities are kept. Values may have a bare `&` or `%`, as they do with `%d`.
 */
export const dtd: Format = {
  id: 'dtd',
  name: 'DTD file',
  extension: 'dtd',
  mediaType: 'application/xml-dtd',
  template: 'always',
  discovery: templateRule({
    files: /\.dtd$/i,
    isOwn: (text) => /<!ENTITY\s+[^%\s]+\s+["']/.test(text),
  }),
  decode: decodeXml,
  parse: parseDtd,
}

function parseDtd(bytes: Uint8Array): ParsedFile {
  const text = decodeXml(bytes)
  const reader = new Reader(text)
  try {
    return { entries: readEntities(reader) }
  } catch (error) {
    if (error !== STOP || reader.fault === undefined) throw error
    throw parseErrorAt(text, reader.fault.offset, reader.fault.message)
  }
}

function readEntities(reader: Reader): Entry[] {
  const entries: Entry[] = []
  let comments: string[] = []
  for (;;) {
    const { position: before } = reader
    reader.skipSpace()
    const offset = reader.position
    if (offset >= reader.text.length) return entries
    // A comment above an empty line concerns more than the next entity.
    if (/\n[ \t\r]*\n/.test(reader.text.slice(before, offset))) comments = []
    if (reader.skip('<!--')) {
      comments.push(reader.normaliseLines(reader.readUntil('-->', 'a comment')).trim())
      continue
    }
    const entity = readDeclaration(reader)
    if (entity !== undefined) {
      const entry = textEntry(...entity, entries.length + 1, offset)
      entries.push({ ...entry, note: comments.join('\n') })
    }
    comments = []
  }
}

/** Returns name and text of the entity declared here; undefined for anything else. */
function readDeclaration(reader: Reader): [name: string, text: string] | undefined {
  if (reader.skip('<!ENTITY')) return readEntity(reader)
  if (reader.skip('<?')) reader.readUntil('?>', '<?')
  else if (reader.skip('%')) {
    reader.readName()
    reader.need(';')
  } else if (reader.skip('<!ELEMENT') || reader.skip('<!ATTLIST') || reader.skip('<!NOTATION')) {
    skipDeclaration(reader)
  } else reader.fail('expected a declaration such as <!ENTITY name "text">')
  return undefined
}

/** Parameter entities, and external ones, have no text to translate. */
function readEntity(reader: Reader): [name: string, text: string] | undefined {
  reader.needSpace()
  const isParameter = reader.skip('%')
  if (isParameter) reader.needSpace()
  const name = reader.readName()
  const nameEnd = reader.position
  reader.needSpace()
  const offset = reader.position
  if (!/["']/.test(reader.text.charAt(offset))) {
    reader.position = nameEnd
    skipDeclaration(reader)
    return undefined
  }
  const value = reader.normaliseLines(reader.readQuoted())
  reader.skipSpace()
  reader.need('>')
  if (isParameter) return undefined
  const text = value.replace(/&#(?:\d+|x[\da-fA-F]+);/g, (reference) => {
    const inner = new Reader(reference, { reader, offset })
    inner.position = 1
    return readCharacter(inner)
  })
  return [name, text]
}
