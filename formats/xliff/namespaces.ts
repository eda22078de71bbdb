import { XML_NAMESPACE, type XmlElement } from '../../src/xml/node.ts'
import { attributeXml, isEmptyMarker, isMarker } from './marker.ts'

/** Prefix, `''` for the default namespace -> URI. */
export type Namespaces = ReadonlyMap<string, string>

/** Attributes that declare the namespaces which an element and all in it need, and what is then declared. */
export function declarationsOf(
  element: XmlElement,
  declared: Namespaces,
  {
    isNameless,
  }: { /** Whether its own name is written without its prefix. */ readonly isNameless: boolean },
): { readonly xml: string; readonly namespaces: Namespaces } {
  const needed = new Map<string, string>()
  collect(element, needed, isNameless)
  const missing = [...needed]
    .filter(([prefix, uri]) => declared.get(prefix) !== uri)
    .sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
  if (missing.length === 0) return { xml: '', namespaces: declared }
  const xml = missing.map(([prefix, uri]) =>
    attributeXml(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri),
  )
  return { xml: xml.join(''), namespaces: new Map([...declared, ...missing]) }
}

/** The first namespace that is needed under each prefix. */
function collect(element: XmlElement, needed: Map<string, string>, isNameless: boolean): void {
  const add = (name: string, uri: string): void => {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
    if (uri !== '' && uri !== XML_NAMESPACE && !needed.has(prefix)) needed.set(prefix, uri)
  }
  if (!isMarker(element)) {
    if (!isNameless) add(element.name, element.uri)
    for (const { name, uri } of element.attributes) add(name, uri)
  }
  if (isEmptyMarker(element)) return
  for (const child of element.children) {
    if (child.type === 'element') collect(child, needed, false)
  }
}
