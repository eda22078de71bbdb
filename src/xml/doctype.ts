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
  readNameToken,
  readQuoted,
  skip,
  skipSpace,
} from './reader.ts'

/** A general entity. `text` is its replacement text, undefined when it is outside the file. */
export interface Entity {
  readonly name: string
  readonly text: string | undefined
  /** Declared with NDATA: no reference to it is allowed. */
  readonly isUnparsed: boolean
  /** While its text is being read: a reference to it then never ends. */
  isOpen: boolean
  /** Its text has been read once and is well-formed. */
  isChecked: boolean
}

/** What the document type says of one attribute. `literal` is its default, undefined for none. */
export interface AttributeType {
  readonly name: string
  readonly isTokenised: boolean
  readonly literal: string | undefined
}

/** What a document type declares. */
export interface DocumentType {
  readonly entities: Map<string, Entity>
  /** Element name -> attribute name -> type. */
  readonly attributes: Map<string, Map<string, AttributeType>>
  /** There may be declarations outside the file, so an undeclared entity is no error. */
  isPartial: boolean
}

interface Subset extends DocumentType {
  readonly parameters: Map<string, Entity>
  /** How many more characters parameter entities may give. */
  budget: number
}

const MAX_ENTITY_DEPTH = 40
const MAX_EXPANSION = 1_000_000
const REFERENCE = /&(?:#\d+|#x[\da-fA-F]+|[^\s&;#"'<>%]+);/y

/** A document type without declarations. */
export function createDocumentType(): DocumentType {
  return { entities: new Map(), attributes: new Map(), isPartial: false }
}

/** Reads a document type and its internal subset; the place is after `<!DOCTYPE`. External files are never read. */
export function readDoctype(reader: Reader): DocumentType {
  const budget = Math.max(MAX_EXPANSION, reader.text.length * 5)
  const subset: Subset = { ...createDocumentType(), parameters: new Map(), budget }
  needSpace(reader)
  readName(reader)
  if (skipSpace(reader) && readExternalId(reader)) subset.isPartial = true
  skipSpace(reader)
  if (skip(reader, '[')) {
    readDeclarations(subset, reader, 0)
    need(reader, ']')
    skipSpace(reader)
  }
  need(reader, '>')
  return subset
}

/** Reads `SYSTEM "..."` or `PUBLIC "..." "..."`; false if neither stands here. */
function readExternalId(reader: Reader): boolean {
  const isPublic = skip(reader, 'PUBLIC')
  if (!isPublic && !skip(reader, 'SYSTEM')) return false
  needSpace(reader)
  if (isPublic) {
    readPublicId(reader)
    needSpace(reader)
  }
  readQuoted(reader)
  return true
}

function readPublicId(reader: Reader): void {
  const start = reader.position
  if (!/^[ \r\n\w\-'()+,./:=?;!*#@$%]*$/.test(readQuoted(reader))) {
    fail(reader, 'a public identifier has a character that is not allowed', start)
  }
}

/** Up to the `]` of the internal subset or the end of a parameter entity. */
function readDeclarations(subset: Subset, reader: Reader, depth: number): void {
  for (;;) {
    skipSpace(reader)
    const start = reader.position
    if (start >= reader.text.length) {
      if (reader.origin === undefined) fail(reader, 'the document type has no ]')
      return
    }
    if (skip(reader, '<!--')) readComment(reader)
    else if (skip(reader, '<?')) readInstruction(reader)
    else if (skip(reader, '<!ENTITY')) readEntity(subset, reader)
    else if (skip(reader, '<!ATTLIST')) readAttributeList(subset, reader)
    else if (skip(reader, '<!ELEMENT') || skip(reader, '<!NOTATION')) skipDeclaration(reader)
    else if (skip(reader, '%')) readParameterReference(subset, reader, depth)
    else if (reader.text.charAt(start) === ']' && reader.origin === undefined) return
    else fail(reader, 'expected a declaration or ]')
  }
}

function readParameterReference(subset: Subset, reader: Reader, depth: number): void {
  const offset = reader.position - 1
  const name = readName(reader)
  need(reader, ';')
  subset.isPartial = true
  const entity = subset.parameters.get(name)
  if (entity?.text === undefined) return
  subset.budget -= entity.text.length + 20
  if (entity.isOpen) fail(reader, `the entity ${name} refers to itself`, offset)
  if (depth >= MAX_ENTITY_DEPTH) fail(reader, 'entities are nested too deeply', offset)
  if (subset.budget < 0) fail(reader, 'entities expand to too much text', offset)
  entity.isOpen = true
  readDeclarations(subset, createReader(entity.text, { reader, offset, entity: name }), depth + 1)
  entity.isOpen = false
}

function readEntity(subset: Subset, reader: Reader): void {
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
  const entities = isParameter ? subset.parameters : subset.entities
  if (entities.has(name)) return
  entities.set(name, { name, text, isUnparsed, isOpen: false, isChecked: false })
}

/** The replacement text: character references resolved, entity references left as they are. */
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

function readAttributeList(subset: Subset, reader: Reader): void {
  needSpace(reader)
  const element = readName(reader)
  let types = subset.attributes.get(element)
  if (types === undefined) {
    types = new Map()
    subset.attributes.set(element, types)
  }
  while (skipSpace(reader) && reader.text.charAt(reader.position) !== '>') {
    const name = readName(reader)
    needSpace(reader)
    const isTokenised = readAttributeType(reader)
    needSpace(reader)
    const literal = readDefault(reader)
    if (!types.has(name)) types.set(name, { name, isTokenised, literal })
  }
  need(reader, '>')
}

/** Whether white space in values is collapsed, which it is for every type but CDATA. */
function readAttributeType(reader: Reader): boolean {
  if (skip(reader, '(')) {
    readChoices(reader, readNameToken)
    return true
  }
  const start = reader.position
  const type = readName(reader)
  if (type === 'CDATA') return false
  if (type === 'NOTATION') {
    needSpace(reader)
    need(reader, '(')
    readChoices(reader, readName)
    return true
  }
  if (!/^(ID|IDREFS?|ENTITY|ENTITIES|NMTOKENS?)$/.test(type)) {
    fail(reader, `${type} is not a type of attributes`, start)
  }
  return true
}

function readChoices(reader: Reader, readChoice: (reader: Reader) => string): void {
  do {
    skipSpace(reader)
    readChoice(reader)
    skipSpace(reader)
  } while (skip(reader, '|'))
  need(reader, ')')
}

function readDefault(reader: Reader): string | undefined {
  if (skip(reader, '#REQUIRED') || skip(reader, '#IMPLIED')) return undefined
  if (skip(reader, '#FIXED')) needSpace(reader)
  const start = reader.position
  const literal = readQuoted(reader)
  if (literal.includes('<')) fail(reader, 'a value of an attribute cannot have a bare <', start)
  return normaliseLines(reader, literal).replace(/[\t\n\r]/g, ' ')
}

/** Element types and notations change nothing here: only their end is looked for. */
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
