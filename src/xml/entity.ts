import { readCharacter } from './character.ts'
import type { DocumentType, Entity } from './doctype.ts'
import type { XmlElement, XmlItem, XmlNode, XmlText } from './node.ts'
import { Reader } from './reader.ts'

/**
 * Whether references to declared entities in text become nodes of their own (`keep`), the content of the entity
 * (`expand`), or both in this order (`mark`). Those in attributes are expanded. Entities outside the file are not read.
 */
export type EntityMode = 'keep' | 'expand' | 'mark'

/** A reader of elements one by one, so that the whole document need not be in memory. */
export interface XmlUnits {
  /** Returns whether an element below the root is a unit. Called only outside of units. */
  isUnit(element: XmlElement, around: readonly OpenElement[]): boolean
  /**
   * Receives each unit, which is then missing in its parent, with the open elements around it, the root first. `before`
   * holds the earlier children of its parent; the reader may remove them.
   */
  read(unit: XmlElement, around: readonly OpenElement[], before: XmlNode[]): void
}

/** An element whose end tag has not been read. */
export interface OpenElement {
  readonly node: Growing
  /** UTF-16 offsets of its start tag. */
  readonly start: number
  readonly end: number
  /** The children of its parent. */
  readonly around: XmlNode[]
  /** The reader of the element, if it is a unit. */
  readonly units: XmlUnits | undefined
}

/** An element whose children are set at its end tag. */
export type Growing = Omit<XmlElement, 'children'> & { children: XmlElement['children'] }

/** The name of a tag or attribute, as written and split at its colon. */
export interface TagName {
  readonly name: string
  /** `''` if there is none. */
  readonly prefix: string
  readonly local: string
  /** Whether it is the name of an attribute that declares a namespace. */
  readonly isDeclaration: boolean
  readonly isValid: boolean
}

/** Facts about the start tag that is being read. */
export interface StartTag {
  /** Names and offsets of its attributes. */
  readonly names: TagName[]
  readonly offsets: number[]
  declares: boolean
  /** Whether each attribute means what is written: no references, no prefixes. */
  isLiteral: boolean
}

/** The state of reading a document. */
export interface Context {
  readonly items: XmlItem[] | undefined
  readonly entities: EntityMode
  documentType: DocumentType
  isStandalone: boolean
  /** Children of the innermost open element, or the nodes outside of all elements. */
  nodes: XmlNode[]
  readonly open: OpenElement[]
  /** Undefined inside a unit. */
  units: XmlUnits | undefined
  /** By length: the last text that starts with white space. */
  readonly texts: XmlText[]
  /** Names of tags and attributes, by a hash. */
  readonly knownNames: (TagName | undefined)[]
  readonly tag: StartTag
  entityDepth: number
  /** How many more characters entities may expand to. */
  budget: number
  /** Maps a prefix (`''` for the default namespace) to its namespaces in scope, the innermost last. */
  readonly bindings: Map<string, string[]>
}

/** An entity reference. `entity` is undefined if the file does not declare it, as in documents of several files. */
export interface Reference {
  readonly name: string
  readonly entity: Entity | undefined
}

const MAX_ENTITY_DEPTH = 40
/** Cost of a reference besides its characters, which bounds the number of empty ones. */
const FIXED_COST = 20
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Returns the value of an attribute, with all references resolved and entities expanded. */
export function resolveValue(
  context: Context,
  reader: Reader,
  literal: string,
  offset: number,
): string {
  if (!literal.includes('&')) return literal
  const inner = new Reader(literal, { reader, offset })
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
    return reader.fail(
      `a value of an attribute cannot refer to ${entity.name}, which is outside the file`,
      offset,
    )
  }
  if (entity.text.includes('<')) {
    reader.fail(`a value of an attribute cannot refer to ${entity.name}, which has a <`, offset)
  }
  const inner = enterEntity(context, reader, entity, entity.text.replace(/[\t\n\r]/g, ' '), offset)
  const value = expandValue(context, inner)
  leaveEntity(context, entity)
  return value
}

/** Starts to read the text of an entity. Throws if it refers to itself, is nested too deeply or expands to too much. */
export function enterEntity(
  context: Context,
  reader: Reader,
  entity: Entity,
  text: string,
  offset: number,
): Reader {
  if (entity.isOpen) reader.fail(`the entity ${entity.name} refers to itself`, offset)
  if (context.entityDepth >= MAX_ENTITY_DEPTH) reader.fail('entities are nested too deeply', offset)
  context.budget -= text.length + FIXED_COST
  if (context.budget < 0) reader.fail('entities expand to too much text')
  entity.isOpen = true
  context.entityDepth++
  return new Reader(text, { reader, offset, entity: entity.name })
}

/** Ends reading the text of an entity. */
export function leaveEntity(context: Context, entity: Entity): void {
  entity.isOpen = false
  context.entityDepth--
}

/** Reads the reference at the position; returns its character, or an entity that is not predefined. */
export function readReference(context: Context, reader: Reader): string | Reference {
  const offset = reader.position++
  if (reader.text.charCodeAt(offset + 1) === 0x23) return readCharacter(reader)
  const code = reader.text.charCodeAt(offset + 1)
  if (Number.isNaN(code) || code <= 0x26 || code === 0x3b)
    reader.fail('a bare & must be written &amp;', offset)
  const name = reader.readName()
  if (!reader.skip(';'))
    reader.fail(`expected ; after &${name} (a bare & is written &amp;)`, offset)
  const character = PREDEFINED.get(name)
  if (character !== undefined) return character
  const entity = context.documentType.entities.get(name)
  const { isPartial } = context.documentType
  if (entity === undefined && (!isPartial || context.isStandalone)) {
    reader.fail(`the entity ${name} is not declared`, offset)
  }
  if (entity?.isUnparsed === true) reader.fail(`the entity ${name} is not text`, offset)
  return { name, entity }
}
