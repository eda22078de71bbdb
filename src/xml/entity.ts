import { readCharacter } from './character.ts'
import type { DocumentType, Entity } from './doctype.ts'
import type { XmlElement, XmlItem, XmlNode, XmlText } from './node.ts'
import { createReader, fail, type Reader, readName, skip } from './reader.ts'

/** What becomes of references to entities. */
export type EntityMode = 'keep' | 'expand' | 'mark'

/** Elements that are read one by one, so that the whole document need not be kept. */
export interface XmlUnits {
  /** Whether an element below the root is one of them; those in one are not asked about. */
  isUnit(element: XmlElement, around: readonly OpenElement[]): boolean
  /**
   * Gets each of them, which then is missing in its parent, and the elements around it, the root first, with the children
   * before it. `before` are those of its parent, which may be taken out.
   */
  read(unit: XmlElement, around: readonly OpenElement[], before: XmlNode[]): void
}

/** An element whose end tag is still to come. */
export interface OpenElement {
  readonly node: Growing
  /** UTF-16 offsets of its start tag. */
  readonly start: number
  readonly end: number
  /** The children of its parent. */
  readonly around: XmlNode[]
  /** What reads it, if it is a unit. */
  readonly units: XmlUnits | undefined
}

/** An element whose children are known at its end. */
export type Growing = Omit<XmlElement, 'children'> & { children: XmlElement['children'] }

/** The name of a tag or an attribute, as it is written and taken apart at its colon. */
export interface TagName {
  readonly name: string
  /** `''` for none. */
  readonly prefix: string
  readonly local: string
  /** Of an attribute that declares a namespace. */
  readonly isDeclaration: boolean
  readonly isValid: boolean
}

/** What is noted of the start tag that is being read. */
export interface StartTag {
  /** Of its attributes. */
  readonly names: TagName[]
  readonly offsets: number[]
  declares: boolean
  /** Whether each attribute stands for what is written. */
  isLiteral: boolean
}

/** What is known at a place of a document. */
export interface Context {
  readonly items: XmlItem[] | undefined
  readonly entities: EntityMode
  documentType: DocumentType
  isStandalone: boolean
  /** Children of the innermost open element, or what is outside of all. */
  nodes: XmlNode[]
  readonly open: OpenElement[]
  /** Undefined inside of a unit. */
  units: XmlUnits | undefined
  /** The last text of each length, of those that begin with white space. */
  readonly texts: XmlText[]
  /** Of tags and attributes, by how they look. */
  readonly knownNames: (TagName | undefined)[]
  readonly tag: StartTag
  entityDepth: number
  /** How many more characters entities may give. */
  budget: number
  /** Prefix (`''`: the default namespace) -> the namespaces in scope, innermost last. */
  readonly bindings: Map<string, string[]>
}

/** An entity reference; without `entity` it is not declared, which a document of several files may do. */
export interface Reference {
  readonly name: string
  readonly entity: Entity | undefined
}

const MAX_ENTITY_DEPTH = 40
/** What a reference costs beside its characters, so that empty ones run out too. */
const FIXED_COST = 20
/** The entities that need no declaration. */
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** The value of an attribute: all references resolved, entities expanded. */
export function resolveValue(
  context: Context,
  reader: Reader,
  literal: string,
  offset: number,
): string {
  if (!literal.includes('&')) return literal
  const inner = createReader(literal, { reader, offset })
  return expandValue(context, inner)
}

function expandValue(context: Context, reader: Reader): string {
  const { text } = reader
  let value = ''
  for (;;) {
    const at = text.indexOf('&', reader.position)
    if (at < 0) return value + text.slice(reader.position)
    value += text.slice(reader.position, at)
    reader.position = at
    const reference = readReference(context, reader)
    if (typeof reference === 'string') value += reference
    else if (reference.entity !== undefined)
      value += expandEntityValue(context, reader, reference.entity, at)
  }
}

function expandEntityValue(
  context: Context,
  reader: Reader,
  entity: Entity,
  offset: number,
): string {
  if (entity.text === undefined) {
    return fail(
      reader,
      `a value of an attribute cannot refer to ${entity.name}, which is outside the file`,
      offset,
    )
  }
  if (entity.text.includes('<')) {
    fail(reader, `a value of an attribute cannot refer to ${entity.name}, which has a <`, offset)
  }
  const inner = enterEntity(context, reader, entity, entity.text.replace(/[\t\n\r]/g, ' '), offset)
  const value = expandValue(context, inner)
  leaveEntity(context, entity)
  return value
}

/** Starts on the text of an entity; throws when it refers to itself, is nested too deeply or gives too much. */
export function enterEntity(
  context: Context,
  reader: Reader,
  entity: Entity,
  text: string,
  offset: number,
): Reader {
  if (entity.isOpen) fail(reader, `the entity ${entity.name} refers to itself`, offset)
  if (context.entityDepth >= MAX_ENTITY_DEPTH)
    fail(reader, 'entities are nested too deeply', offset)
  context.budget -= text.length + FIXED_COST
  if (context.budget < 0) fail(reader, 'entities expand to too much text')
  entity.isOpen = true
  context.entityDepth++
  return createReader(text, { reader, offset, entity: entity.name })
}

/** Ends what `enterEntity` began. */
export function leaveEntity(context: Context, entity: Entity): void {
  entity.isOpen = false
  context.entityDepth--
}

/** Reads the reference that starts here: a character, or an entity other than the predefined ones. */
export function readReference(context: Context, reader: Reader): string | Reference {
  const offset = reader.position++
  if (reader.text.charCodeAt(offset + 1) === 0x23) return readCharacter(reader)
  const code = reader.text.charCodeAt(offset + 1)
  if (Number.isNaN(code) || code <= 0x26 || code === 0x3b)
    fail(reader, 'a bare & must be written &amp;', offset)
  const name = readName(reader)
  if (!skip(reader, ';'))
    fail(reader, `expected ; after &${name} (a bare & is written &amp;)`, offset)
  const character = PREDEFINED.get(name)
  if (character !== undefined) return character
  const entity = context.documentType.entities.get(name)
  const { isPartial } = context.documentType
  if (entity === undefined && (!isPartial || context.isStandalone)) {
    fail(reader, `the entity ${name} is not declared`, offset)
  }
  if (entity?.isUnparsed === true) fail(reader, `the entity ${name} is not text`, offset)
  return { name, entity }
}
