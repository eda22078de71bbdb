import { nameEnd } from '../../xml/reader.ts'
import { strayAmpersand } from './entity.ts'
import { type Attribute, leave, resolveNames } from './xml-namespace.ts'
import { fail, type Scan } from './xml-scan.ts'

const endTagRest = /[\t\n\r ]*>/y

/** Reads an end tag; the position behind it, -1 for a fault. */
export function scanEndTag(scan: Scan, start: number): number {
  const { source, open } = scan
  const stop = nameEnd(source, start + 2)
  const label = source.slice(start + 2, stop)
  endTagRest.lastIndex = stop
  if (label === '' || !endTagRest.test(source)) {
    return fail(scan, `The tag \`</${label}\` is broken`, start, stop)
  }
  const end = endTagRest.lastIndex
  const element = open.pop()
  if (!element) return fail(scan, `The tag \`</${label}>\` closes nothing`, start, end)
  if (element.label !== label) {
    const expected = `\`</${element.label}>\``
    return fail(scan, `There is \`</${label}>\` where ${expected} is expected`, start, end)
  }
  leave(scan.namespaces, element.prefixes)
  return end
}

const attributeStart = /[\t\n\r ]+/y
const attributeEquals = /[\t\n\r ]*=[\t\n\r ]*/y
const tagRest = /[\t\n\r ]*\/?>/y

/** Reads a start tag, and adds the element; the position behind it, -1 for a fault. */
export function scanStartTag(scan: Scan, start: number): number {
  const { source } = scan
  const nameStop = nameEnd(source, start + 1)
  const label = source.slice(start + 1, nameStop)
  if (label === '') return fail(scan, '`<` starts no tag', start, start + 1)
  const attributes: Attribute[] = []
  const isBare = source[nameStop] === '>'
  const at = isBare ? nameStop : scanAttributes(scan, { label, start, at: nameStop }, attributes)
  if (at < 0) return at
  tagRest.lastIndex = at
  if (!tagRest.test(source)) return fail(scan, `The tag \`<${label}\` is broken`, start, at)
  const end = tagRest.lastIndex
  if (scan.isDocument && scan.open.length === 0) {
    if (scan.hasRoot) return fail(scan, `\`<${label}>\` is a second root element`, start, end)
    scan.hasRoot = true
  }
  return addElement(scan, { label, attributes, start, end, isEmpty: source[end - 2] === '/' })
}

/** Reads attributes up to the end of the tag. */
function scanAttributes(
  scan: Scan,
  tag: { readonly label: string; readonly start: number; readonly at: number },
  attributes: Attribute[],
): number {
  const { source } = scan
  const { label, start } = tag
  for (let at = tag.at; ; ) {
    attributeStart.lastIndex = at
    const from = attributeStart.test(source) ? attributeStart.lastIndex : at
    const stop = nameEnd(source, from)
    if (stop === from || from === at) return at
    const name = source.slice(from, stop)
    const broken = `The attribute \`${name}\` of \`<${label}>\``
    attributeEquals.lastIndex = stop
    const open = attributeEquals.test(source) ? attributeEquals.lastIndex : -1
    const quote = open < 0 ? '' : source[open]
    const close = quote === '"' || quote === "'" ? source.indexOf(quote, open + 1) : -1
    if (close < 0) return fail(scan, `${broken} has no value in quotes`, start, stop)
    const value = source.slice(open + 1, close)
    if (value.includes('<')) return fail(scan, `${broken} contains \`<\``, start, close + 1)
    if (strayAmpersand(value) >= 0) {
      return fail(scan, `${broken} contains a \`&\` that starts no entity`, start, close + 1)
    }
    attributes.push({ label: name, value })
    at = close + 1
  }
}

function addElement(
  scan: Scan,
  tag: {
    readonly label: string
    readonly attributes: readonly Attribute[]
    readonly start: number
    readonly end: number
    readonly isEmpty: boolean
  },
): number {
  const { label, start, end } = tag
  const { prefixes, name, attributes, problem } = resolveNames(scan.namespaces, tag)
  if (problem !== undefined) return fail(scan, problem, start, end)
  scan.items.push({ kind: 'element', name, attributes, start, end })
  if (tag.isEmpty) leave(scan.namespaces, prefixes)
  else scan.open.push({ label, start, end, prefixes })
  return end
}
