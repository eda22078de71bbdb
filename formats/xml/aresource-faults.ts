import { attributeOf, isElement, type XmlElement, type XmlNode } from '../../src/xml/node.ts'
import type { Fault } from '../entry.ts'
import { FORM_NAMES } from '../plural-tags.ts'

type OnFault = (fault: Fault) => void

/** Elements whose items are texts. */
const LISTS = new Set(['plurals', 'string-array', 'array', 'integer-array'])

/**
 * Reports what aapt2 refuses, so that the app does not build: apostrophes without a backslash or quotes around, escapes
 * `\u` without hexadecimal digits, several substitutions without positions, and quantities that are unknown or
 * repeated.
 */
export function findAndroidFaults(element: XmlElement, onFault: OnFault): void {
  if (element.uri !== '') return
  const context = attributeOf(element, 'name') ?? ''
  const report = (message: string, { offset }: XmlElement) =>
    onFault({ message, offset, context, kind: 'not compiled' })
  const isText = element.local === 'item' && attributeOf(element, 'type') === 'string'
  if (element.local === 'string' || isText) {
    const { fault, text, isStyled } = readText(element)
    if (fault !== undefined) report(fault, element)
    else if (element.local === 'string' && !isStyled && mayBeFormatted(element)) {
      if (hasUnorderedArguments(text)) report(UNORDERED, element)
    }
  } else if (LISTS.has(element.local)) {
    const quantities = new Set<string>()
    for (const item of element.children) {
      if (!isElement(item, 'item', '')) continue
      const quantity = attributeOf(item, 'quantity') ?? ''
      const fault = element.local === 'plurals' ? faultOfQuantity(quantity, quantities) : undefined
      const itemFault = fault ?? readText(item).fault
      if (itemFault !== undefined) report(itemFault, item)
      quantities.add(quantity)
    }
  }
}

const UNORDERED =
  'Android refuses several substitutions without positions (%1$s), unless the string has formatted="false"'

function faultOfQuantity(quantity: string, earlier: ReadonlySet<string>): string | undefined {
  if (!FORM_NAMES.includes(quantity)) {
    return `Android has no quantity ${JSON.stringify(quantity)}, only zero, one, two, few, many and other`
  }
  return earlier.has(quantity)
    ? `Android refuses a second item of the quantity ${quantity}`
    : undefined
}

function mayBeFormatted(element: XmlElement): boolean {
  return !['formatted', 'translatable'].some((name) =>
    /^false$/i.test(attributeOf(element, name) ?? ''),
  )
}

interface AndroidText {
  readonly text: string
  /** Whether it contains markup, other than what protects parts from translators. */
  readonly isStyled: boolean
  readonly fault: string | undefined
}

const XLIFF = 'urn:oasis:names:tc:xliff:document:1.2'

/** An escape with four digits, any other escape, or a quote. */
const MARKS = /\\(?:u([\s\S]{0,4})|([\s\S]?))|["']/g

/** A text as aapt2 reads it: quotes last until markup starts or ends, escapes until a run of text ends. */
function readText(element: XmlElement): AndroidText {
  let text = ''
  let isQuoted = false
  let isStyled = false
  let fault: string | undefined
  const resolve = (mark: string, digits?: string, escaped?: string): string => {
    if (escaped !== undefined) return escaped
    if (digits !== undefined) {
      if (/[^\da-f]/i.test(digits)) {
        fault ??= `Android refuses the escape ${JSON.stringify(`\\u${digits}`).replace('\\\\', '\\')}: four hexadecimal digits must follow \\u`
      }
      return String.fromCharCode(Number.parseInt(digits, 16) || 0)
    }
    if (mark === '"') isQuoted = !isQuoted
    else if (isQuoted) return mark
    else fault ??= "Android refuses an apostrophe without a backslash before it (\\')"
    return ''
  }
  const visit = (nodes: readonly XmlNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'text' || node.type === 'cdata') text += node.value.replace(MARKS, resolve)
      else if (node.type === 'element' && node.uri === XLIFF) visit(node.children)
      else if (node.type === 'element') {
        isStyled = true
        isQuoted = false
        visit(node.children)
        isQuoted = false
      }
    }
  }
  visit(element.children)
  return { text, isStyled, fault }
}

/** What may come between the percent sign, or the position, and the conversion of a substitution. */
const BEFORE_CONVERSION = /[-#+ 0,(\d]*/y
/** Conversions of dates only: the text is not one for String.format(). */
const OF_DATES = /[DFKMWZkmwyz]/

/**
 * Returns whether a text has at least two substitutions, and one without a position. As in aapt2, each percent sign
 * starts one, except those of `%%` and `%n` and one at the end.
 */
function hasUnorderedArguments(text: string): boolean {
  let count = 0
  let isUnordered = false
  for (let at = text.indexOf('%'); at >= 0 && at + 1 < text.length; at = text.indexOf('%', at)) {
    at++
    if (text[at] === '%' || text[at] === 'n') {
      at++
      continue
    }
    count++
    const [position = ''] = /^\d+\$/.exec(text.slice(at, at + 12)) ?? []
    if (position === '') isUnordered = true
    BEFORE_CONVERSION.lastIndex = at + position.length
    BEFORE_CONVERSION.test(text)
    at = BEFORE_CONVERSION.lastIndex
    if (OF_DATES.test(text.charAt(at))) return false
    at++
  }
  return count > 1 && isUnordered
}
