/** A value of a YAML file. */
export type YamlNode = YamlScalar | YamlMapping | YamlList | YamlAlias

/** The node that an alias stands for. */
export type YamlTarget = YamlScalar | YamlMapping | YamlList

/** The type of a scalar, by YAML's core schema and tags. */
type ScalarType = 'text' | 'null' | 'boolean' | 'integer' | 'float' | 'timestamp' | 'unreadable'

/** A value without members. */
export interface YamlScalar {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** Text as Python shows it: `True`, `31` for `0x1F`; `''` for null. */
  readonly text: string
  readonly isTagged: boolean
  readonly offset: number
}

/** Members in file order. */
export interface YamlMapping {
  readonly kind: 'mapping'
  readonly keys: readonly YamlScalar[]
  readonly values: readonly YamlNode[]
  /** Mappings of its merge key `<<`; the first one wins. */
  readonly merged: readonly YamlMapping[]
  readonly offset: number
}

/** Items in file order. */
export interface YamlList {
  readonly kind: 'list'
  readonly items: readonly YamlNode[]
  readonly offset: number
}

/** An alias `*name`, read as if the content of `&name` were there. */
export interface YamlAlias {
  readonly kind: 'alias'
  readonly target: YamlTarget
  readonly offset: number
}

/** Most levels of nesting. */
export const MAX_DEPTH: number = 200
