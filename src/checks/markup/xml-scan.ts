import type { Namespaces } from './xml-namespace.ts'

/** An element, comment or processing instruction; `end` is that of the element's start tag. */
export interface XmlItem {
  readonly kind: 'element' | 'comment' | 'instruction'
  /** `{namespace}local`; `''` unless an element. */
  readonly name: string
  /** Names as they are compared, in document order; namespace declarations are none. */
  readonly attributes: readonly string[]
  readonly start: number
  readonly end: number
}

/** Why a text is not well-formed, and where. */
export interface Fault {
  readonly explanation: string
  readonly start: number
  readonly end: number
}

/** An element whose end tag is still to come; `prefixes` are those that it declares. */
interface OpenElement {
  readonly label: string
  readonly start: number
  readonly end: number
  readonly prefixes: readonly string[]
}

/** A text while it is read, and what was found so far. */
export interface Scan {
  readonly source: string
  readonly isDocument: boolean
  readonly items: XmlItem[]
  readonly texts: string[]
  readonly open: OpenElement[]
  readonly namespaces: Namespaces
  fault: Fault | undefined
  hasRoot: boolean
  hasType: boolean
}

/** Keeps the fault; the position that stands for it. */
export function fail(scan: Scan, explanation: string, start: number, end: number): -1 {
  scan.fault = { explanation, start, end }
  return -1
}
