import { readCharacter } from './character.ts'
import { isSpace, Reader } from './reader.ts'

/** A general entity. `text` is its replacement text; undefined if that is outside the file. */
export interface Entity {
  readonly name: string
  readonly text: string | undefined
  /** Whether it is declared with NDATA, so that no reference to it is allowed. */
  readonly isUnparsed: boolean
  /** Whether its text is being read: a reference to it would recurse forever. */
  isOpen: boolean
  /** Whether its text has been read once and is well-formed. */
  isChecked: boolean
}

/** The entities that a document type declares. */
export interface DocumentType {
  readonly entities: Map<string, Entity>
  /** Whether there may be declarations outside the file, so that an undeclared entity is no error. */
  isPartial: boolean
}

const DECLARATIONS = ['<!ELEMENT', '<!ATTLIST', '<!NOTATION']
const REFERENCE = /&(?:#\d+|#x[\da-fA-F]+|[^\s&;#"'<>%]+);/y

/**
 * Reads a document type after `<!DOCTYPE`, with the entities in its internal subset. Translation files need nothing
 * else: external files and parameter entities are never read, and attributes get no defaults.
 */
export function readDoctype(reader: Reader): DocumentType {
  const documentType: DocumentType = { entities: new Map(), isPartial: false }
  reader.needSpace()
  reader.readName()
  if (reader.skipSpace() && readExternalId(reader)) documentType.isPartial = true
  reader.skipSpace()
  if (reader.skip('[')) {
    readDeclarations(documentType, reader)
    reader.skipSpace()
  }
  reader.need('>')
  return documentType
}

/** Reads `SYSTEM "..."` or `PUBLIC "..." "..."`; returns false if there is neither. */
function readExternalId(reader: Reader): boolean {
  const isPublic = reader.skip('PUBLIC')
  if (!isPublic && !reader.skip('SYSTEM')) return false
  reader.needSpace()
  if (isPublic) {
    const start = reader.position
    if (!/^[ \r\n\w\-'()+,./:=?;!*#@$%]*$/.test(reader.readQuoted())) {
      reader.fail('a public identifier has a character that is not allowed', start)
    }
    reader.needSpace()
  }
  reader.readQuoted()
  return true
}

/** Reads the internal subset, and advances past its `]`. */
function readDeclarations(documentType: DocumentType, reader: Reader): void {
  for (;;) {
    reader.skipSpace()
    if (reader.position >= reader.text.length) reader.fail('the document type has no ]')
    if (reader.skip(']')) return
    if (reader.skip('<!--')) reader.readComment()
    else if (reader.skip('<?')) reader.readInstruction()
    else if (reader.skip('<!ENTITY')) readEntity(documentType, reader)
    else if (DECLARATIONS.some((declaration) => reader.skip(declaration))) skipDeclaration(reader)
    else if (reader.skip('%')) {
      reader.readName()
      reader.need(';')
      documentType.isPartial = true
    } else reader.fail('expected a declaration or ]')
  }
}

function readEntity({ entities }: DocumentType, reader: Reader): void {
  reader.needSpace()
  const isParameter = reader.skip('%')
  if (isParameter) reader.needSpace()
  const start = reader.position
  const name = reader.readName()
  if (name.includes(':')) reader.fail(`the entity name ${name} cannot have a colon`, start)
  reader.needSpace()
  let text: string | undefined
  let isUnparsed = false
  if (!readExternalId(reader)) text = readEntityValue(reader)
  else if (reader.skipSpace() && !isParameter && reader.skip('NDATA')) {
    reader.needSpace()
    reader.readName()
    isUnparsed = true
  }
  reader.skipSpace()
  reader.need('>')
  // The first declaration of a name counts (XML 1.0, section 4.2).
  if (isParameter || entities.has(name)) return
  entities.set(name, { name, text, isUnparsed, isOpen: false, isChecked: false })
}

/** Returns the replacement text, with character references resolved and entity references kept. */
function readEntityValue(reader: Reader): string {
  const start = reader.position
  const value = reader.normaliseLines(reader.readQuoted())
  const percent = value.indexOf('%')
  if (percent >= 0) reader.fail('a % in the value of an entity must be written &#37;', start)
  let text = ''
  let from = 0
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', from)) {
    REFERENCE.lastIndex = at
    const reference = REFERENCE.exec(value)?.[0]
    if (reference === undefined) return reader.fail('a & in the value of an entity is bare', start)
    text += value.slice(from, at)
    from = at + reference.length
    if (reference.charAt(1) !== '#') text += reference
    else {
      const inner = new Reader(reference, { reader, offset: start })
      inner.position = 1
      text += readCharacter(inner)
    }
  }
  return text + value.slice(from)
}

/** Advances past a declaration without effect here. */
export function skipDeclaration(reader: Reader): void {
  reader.needSpace()
  reader.readName()
  if (!isSpace(reader.text.charCodeAt(reader.position))) reader.fail('expected white space')
  for (;;) {
    const char = reader.text.charAt(reader.position)
    if (char === '"' || char === "'") reader.readQuoted()
    else if (char === '<' || char === '') reader.fail('the declaration has no >')
    else reader.position++
    if (char === '>') return
  }
}
