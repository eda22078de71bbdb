import type { Links } from '../links.ts'
import { type JsonSchema, LINK } from '../schema/schema.ts'

interface Addressed {
  readonly links: Links
  readonly path: string
}

type LinkField = readonly [JsonSchema<string>, (object: Addressed) => string]

export const OWN_LINK: LinkField = linkBelow('')

/** Returns a field with an address below that of the object. */
export function linkBelow(name: string): LinkField {
  return [LINK, ({ links, path }) => links.api(path + name)]
}
