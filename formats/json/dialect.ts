import { decodeUtf8 } from '../../src/text.ts'
import type { Format } from '../format.ts'

/** What all formats in JSON share. */
export const JSON_FACTS = {
  extension: 'json',
  mediaType: 'application/json',
  template: 'both',
  decode: decodeUtf8,
} as const

/** A JSON format that discovery recognizes by the form of its files. */
export interface JsonDialect extends Format {
  /** Returns whether a file has its form. A file that has several belongs to the first of `DIALECTS`. */
  hasForm(file: JsonFile): boolean
}

/** A parsed JSON file. */
export interface JsonFile {
  /** The top-level object; empty if the file is something else. */
  readonly top: Mapping
  /** The top-level list; empty if the file is something else. */
  readonly items: readonly unknown[]
  /** All values, however deep. */
  readonly nodes: readonly unknown[]
}

type Mapping = Readonly<Record<string, unknown>>

/** Returns whether a parsed value is an object, not a list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Returns whether an object has members that all satisfy a condition. */
export function hasOnly(top: Mapping, isMember: (member: unknown) => boolean): boolean {
  const members = Object.values(top)
  return members.length > 0 && members.every(isMember)
}
