import { attributeOf, type XmlElement } from '../../src/xml/node.ts'

const SIZE_FLAGS = new Map([
  ['pixel', 'max-size'],
  ['point', 'max-size'],
  ['char', 'max-length'],
  ['byte', 'max-length'],
])
const FONT_FLAGS = ['font-family', 'font-size', 'font-weight']
const NAMES = new Set(['maxwidth', 'font', 'weblate-flags'])

/** Returns the flags of the attributes `maxwidth`, `size-unit`, `font` and `weblate-flags`; `''` for none. */
export function fileFlags(element: XmlElement): string {
  if (!element.attributes.some(({ local }) => NAMES.has(local))) return ''
  const flags: string[] = []
  const width = attributeOf(element, 'maxwidth')
  const sizeFlag = SIZE_FLAGS.get(attributeOf(element, 'size-unit') ?? 'pixel')
  if (width && sizeFlag !== undefined) flags.push(`${sizeFlag}:${quote(width.trim())}`)
  const font = attributeOf(element, 'font')
  font?.split(';', FONT_FLAGS.length).forEach((part, index) => {
    // An empty part makes a flag with an empty value, as in Weblate.
    flags.push(`${FONT_FLAGS[index]}:${quote(part.trim().replaceAll(' ', '_'))}`)
  })
  const written = attributeOf(element, 'weblate-flags')
  if (written) flags.push(written)
  return flags.join(', ')
}

/** Joins the flags that there are. */
export function joinFlags(...flags: readonly (string | false)[]): string {
  return flags.filter(Boolean).join(', ')
}

function quote(value: string): string {
  return /[\s,:"'\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}
