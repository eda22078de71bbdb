import { nameEnd } from '../../xml/reader.ts'

/** Namespaces by prefix, the innermost last. */
export type Namespaces = Map<string, string[]>

/** An attribute as written. */
export interface Attribute {
  readonly label: string
  readonly value: string
}

/** The names of an element, or why they are none. */
interface ResolvedNames {
  readonly name: string
  /** Without the declarations of namespaces. */
  readonly attributes: readonly string[]
  /** The prefixes that the element declares: to be left with it. */
  readonly prefixes: readonly string[]
  readonly problem: string | undefined
}

const NONE: readonly string[] = []

/** What is declared everywhere. https://www.w3.org/TR/xml-names/ */
export function createNamespaces(): Namespaces {
  return new Map([['xml', ['http://www.w3.org/XML/1998/namespace']]])
}

/** Ends the scope of an element that declared these prefixes. */
export function leave(namespaces: Namespaces, prefixes: readonly string[]): void {
  for (const prefix of prefixes) namespaces.get(prefix)?.pop()
}

/** Resolves the names of a start tag as `{namespace}local` and enters the scope of what it declares. */
export function resolveNames(
  namespaces: Namespaces,
  tag: { readonly label: string; readonly attributes: readonly Attribute[] },
): ResolvedNames {
  const prefixes = tag.attributes.length > 0 ? declarePrefixes(namespaces, tag.attributes) : NONE
  const name = resolve(namespaces, tag.label, true) ?? ''
  const problem =
    name === '' ? `The name of \`<${tag.label}>\` has a prefix that is not declared` : undefined
  if (tag.attributes.length === 0) return { name, attributes: NONE, prefixes, problem }
  const attributes = new Set<string>()
  const declared = new Set<string>()
  for (const { label } of tag.attributes) {
    const known = isDeclaration(label) ? declared : attributes
    const found = known === declared ? label : resolve(namespaces, label, false)
    const fault =
      found === undefined || splitName(label) === undefined
        ? 'has a prefix that is not declared'
        : known.has(found) && 'occurs twice'
    if (fault) {
      const text = `The attribute \`${label}\` of \`<${tag.label}>\` ${fault}`
      return { name, attributes: [], prefixes, problem: problem ?? text }
    }
    if (found !== undefined) known.add(found)
  }
  return { name, attributes: [...attributes], prefixes, problem }
}

function isDeclaration(label: string): boolean {
  return label === 'xmlns' || label.startsWith('xmlns:')
}

function declarePrefixes(namespaces: Namespaces, attributes: readonly Attribute[]): string[] {
  const prefixes: string[] = []
  for (const { label, value } of attributes) {
    if (!isDeclaration(label)) continue
    const prefix = label.slice('xmlns:'.length)
    const stack = namespaces.get(prefix)
    if (stack === undefined) namespaces.set(prefix, [value])
    else stack.push(value)
    prefixes.push(prefix)
  }
  return prefixes
}

/** Undefined for a prefix that is not declared and for a name that is none. */
function resolve(
  namespaces: ReadonlyMap<string, readonly string[]>,
  label: string,
  isElement: boolean,
): string | undefined {
  const parts = splitName(label)
  if (parts === undefined) return undefined
  const { prefix, local } = parts
  const stack = prefix === '' && !isElement ? undefined : namespaces.get(prefix)
  const namespace = stack?.[stack.length - 1]
  if (prefix !== '' && !namespace) return undefined
  return namespace ? `{${namespace}}${local}` : local
}

/** Prefix and local part of a name; undefined when one of them is no name or there are two colons. */
function splitName(label: string): { readonly prefix: string; readonly local: string } | undefined {
  const colon = label.indexOf(':')
  if (colon < 0) return { prefix: '', local: label }
  const local = label.slice(colon + 1)
  if (colon === 0 || local === '' || local.includes(':')) return undefined
  if (nameEnd(label, colon + 1) !== label.length) return undefined
  return { prefix: label.slice(0, colon), local }
}
