import { attributeXml } from '../../src/xml/markup.ts'
import { XML_NAMESPACE, type XmlElement } from '../../src/xml/node.ts'
import { isEmptyMarker, isMarker } from './marker.ts'

/** Prefix, `''` for the default namespace -> URI. */
export type Namespaces = ReadonlyMap<string, string>

interface DeclarationOptions {
  /** What elements around it declare; undefined for the outermost, which also declares what those in it need. */
  readonly declared: Namespaces | undefined
  /** Whether its own name is written without its prefix. */
  readonly isNameless: boolean
}

/** Attributes that declare the namespaces which an element needs, and what is then declared. */
export function declarationsOf(
  element: XmlElement,
  { declared, isNameless }: DeclarationOptions,
): { readonly xml: string; readonly declared: Namespaces } {
  const needed = new Map<string, string>()
  addOwn(element, needed, isNameless)
  if (declared === undefined) addInner(element, needed)
  const missing = [...needed]
    .filter(([prefix, uri]) => declared?.get(prefix) !== uri)
    .sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
  if (missing.length === 0) return { xml: '', declared: declared ?? needed }
  const xml = missing.map(([prefix, uri]) =>
    attributeXml(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri),
  )
  return { xml: xml.join(''), declared: new Map([...(declared ?? []), ...missing]) }
}

/** Adds what an element's name and attributes need, unless the prefix already stands for something else. */
function addOwn(element: XmlElement, needed: Map<string, string>, isNameless: boolean): void {
  const add = (name: string, uri: string): void => {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
    if (uri !== '' && uri !== XML_NAMESPACE && !needed.has(prefix)) needed.set(prefix, uri)
  }
  if (!isNameless) add(element.name, element.uri)
  for (const { name, uri } of element.attributes) add(name, uri)
}

function addInner({ children }: XmlElement, needed: Map<string, string>): void {
  for (const child of children) {
    if (child.type !== 'element' || isEmptyMarker(child)) continue
    if (!isMarker(child)) addOwn(child, needed, false)
    addInner(child, needed)
  }
}
