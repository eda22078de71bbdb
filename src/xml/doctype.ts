import { readCharacter } from './character.ts'
import {
  createReader,
  fail,
  isSpace,
  need,
  needSpace,
  normaliseLines,
  type Reader,
  readComment,
  readInstruction,
  readName,
  readQuoted,
  skip,
  skipSpace,
} from './reader.ts'

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

/** A document type without declarations. */
export function createDocumentType(): DocumentType {
  return { entities: new Map(), isPartial: false }
}

/**
 * Reads a document type after `<!DOCTYPE`, with the entities in its internal subset. Translation files need nothing
 * else: external files and parameter entities are never read, and attributes get no defaults.
 */
export function readDoctype(reader: Reader): DocumentType {
  const documentType = createDocumentType()
  needSpace(reader)
  readName(reader)
  if (skipSpace(reader) && readExternalId(reader)) documentType.isPartial = true
  skipSpace(reader)
  if (skip(reader, '[')) {
    readDeclarations(documentType, reader)
    skipSpace(reader)
  }
  need(reader, '>')
  return documentType
}

/** Reads `SYSTEM "..."` or `PUBLIC "..." "..."`; returns false if there is neither. */
function readExternalId(reader: Reader): boolean {
  const isPublic = skip(reader, 'PUBLIC')
  if (!isPublic && !skip(reader, 'SYSTEM')) return false
  needSpace(reader)
  if (isPublic) {
    readQuoted(reader)
    needSpace(reader)
  }
  readQuoted(reader)
  return true
}

/** Reads the internal subset, and advances past its `]`. */
function readDeclarations(documentType: DocumentType, reader: Reader): void {
  for (;;) {
    skipSpace(reader)
    if (reader.position >= reader.text.length) fail(reader, 'the document type has no ]')
    if (skip(reader, ']')) return
    if (skip(reader, '<!--')) readComment(reader)
    else if (skip(reader, '<?')) readInstruction(reader)
    else if (skip(reader, '<!ENTITY')) readEntity(documentType, reader)
    else if (DECLARATIONS.some((declaration) => skip(reader, declaration))) skipDeclaration(reader)
    else if (skip(reader, '%')) {
      readName(reader)
      need(reader, ';')
      documentType.isPartial = true
    } else fail(reader, 'expected a declaration or ]')
  }
}

function readEntity({ entities }: DocumentType, reader: Reader): void {
  needSpace(reader)
  const isParameter = skip(reader, '%')
  if (isParameter) needSpace(reader)
  const start = reader.position
  const name = readName(reader)
  if (name.includes(':')) fail(reader, `the entity name ${name} cannot have a colon`, start)
  needSpace(reader)
  let text: string | undefined
  let isUnparsed = false
  if (!readExternalId(reader)) text = readEntityValue(reader)
  else if (skipSpace(reader) && !isParameter && skip(reader, 'NDATA')) {
    needSpace(reader)
    readName(reader)
    isUnparsed = true
  }
  skipSpace(reader)
  need(reader, '>')
  // The first declaration of a name counts (XML 1.0, section 4.2).
  if (isParameter || entities.has(name)) return
  entities.set(name, { name, text, isUnparsed, isOpen: false, isChecked: false })
}

/** Returns the replacement text, with character references resolved and entity references kept. */
function readEntityValue(reader: Reader): string {
  const start = reader.position
  const value = normaliseLines(reader, readQuoted(reader))
  const percent = value.indexOf('%')
  if (percent >= 0) fail(reader, 'a % in the value of an entity must be written &#37;', start)
  let text = ''
  let from = 0
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', from)) {
    REFERENCE.lastIndex = at
    const reference = REFERENCE.exec(value)?.[0]
    if (reference === undefined) return fail(reader, 'a & in the value of an entity is bare', start)
    text += value.slice(from, at)
    from = at + reference.length
    if (reference.charAt(1) !== '#') text += reference
    else {
      const inner = createReader(reference, { reader, offset: start })
      inner.position = 1
      text += readCharacter(inner)
    }
  }
  return text + value.slice(from)
}

/** Advances past a declaration without effect here. */
export function skipDeclaration(reader: Reader): void {
  needSpace(reader)
  readName(reader)
  if (!isSpace(reader.text.charCodeAt(reader.position))) fail(reader, 'expected white space')
  for (;;) {
    const char = reader.text.charAt(reader.position)
    if (char === '"' || char === "'") readQuoted(reader)
    else if (char === '<' || char === '') fail(reader, 'the declaration has no >')
    else reader.position++
    if (char === '>') return
  }
}
