import type { Context, TagName } from './entity.ts'
import { nameEnd, type Reader } from './reader.ts'

/** How many different names are cached at once; a power of two. */
const NAMES = 128

/** Reads the name of a tag or attribute. Cached, since most names repeat. */
export function readTagName({ knownNames }: Context, reader: Reader): TagName {
  const { text, position: start } = reader
  const end = nameEnd(text, start)
  const length = end - start
  const index = (length + text.charCodeAt(start) * 11 + text.charCodeAt(end - 1) * 3) & (NAMES - 1)
  const tagName = knownNames[index]
  if (
    tagName !== undefined &&
    tagName.name.length === length &&
    text.startsWith(tagName.name, start)
  ) {
    reader.position = end
    return tagName
  }
  const name = splitName(reader.readName())
  knownNames[index] = name
  return name
}

function splitName(name: string): TagName {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const local = name.slice(colon + 1)
  return {
    name,
    prefix,
    local,
    isDeclaration: prefix === 'xmlns' || name === 'xmlns',
    isValid:
      colon < 0 || (prefix !== '' && /^[^:]+$/.test(local) && nameEnd(local, 0) === local.length),
  }
}

/** Throws for a name with more than one colon, or with an empty part. */
export function checkName(reader: Reader, { name, isValid }: TagName, offset: number): void {
  if (isValid) return
  reader.fail(`${name} is not a valid name with a prefix`, offset, { rule: 'prefix' })
}
