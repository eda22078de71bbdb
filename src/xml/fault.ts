/** The rule of XML that a text breaks, where its markup alone does not tell. */
type XmlRule =
  | 'bare-less-than'
  | 'character'
  | 'depth'
  | 'namespace'
  | 'prefix'
  | 'reference'
  | 'repeated'
  | 'unclosed'
  | 'unclosed-comment'

/** Why a text is not well-formed. The places are UTF-16 offsets. */
export interface XmlFault {
  readonly rule: XmlRule | undefined
  readonly message: string
  readonly offset: number
  /** The markup or the reference with the fault, as far as it was read; empty where something stands outside the root. */
  readonly start: number
  readonly end: number
  /** The attribute with the fault, the end tag that is missing or the forbidden character; `''` for none. */
  readonly name: string
}
