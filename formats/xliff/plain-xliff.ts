import { decodeXml } from '../../src/xml/encoding.ts'
import { childOf, type XmlElement } from '../../src/xml/node.ts'
import type { DiscoveryRule } from '../discovery.ts'
import type { Format } from '../format.ts'
import type { FormatParams } from '../params.ts'
import { bilingualRule } from '../xml/bilingual-rule.ts'
import { readXliff, type Unit, type Variant } from './read-units.ts'
import {
  locationOf,
  needsEditing,
  type SpaceRule,
  spacedText,
  type Whitespace,
} from './trans-unit.ts'

const XLIFF = /<(?:\w+:)?xliff[\s/>]/
const XLIFF_2 = /<(?:\w+:)?xliff\s[^<>]*version\s*=\s*["']2/

/** Returns the versions of XLIFF in which some texts are; broken files have none. */
export function versionsOf(texts: readonly string[]): ('1' | '2')[] {
  const files = texts.filter((text) => XLIFF.test(text))
  return [...new Set(files.map((text) => (XLIFF_2.test(text) ? '2' : '1')))]
}

/**
 * Components of XLIFF 1: `apple-xliff` of Xcode, `poxliff` where gettext's plurals are, `xliff` where texts have markup, else
 * `plainxliff`.
 */
const xliffDiscovery: DiscoveryRule = bilingualRule({
  files: /\.(?:xlf|xliff|poxliff)$/i,
  judge(texts) {
    const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text))
    const versions = versionsOf(texts)
    if (!versions.includes('1')) return undefined
    if (versions.length > 1) {
      return 'Some files are XLIFF 2, others XLIFF 1; a component has one format.'
    }
    if (has(/\btool-id\s*=\s*["']com\.apple\./)) return { format: 'apple-xliff' }
    if (has(/x-gettext-plurals/)) return { format: 'poxliff' }
    const isRich = has(/<(?:source|target)(?:\s[^<>]*)?>[^<]*<(?!\/|!)/)
    return { format: isRich ? 'xliff' : 'plainxliff' }
  },
  sourceLanguage: /<(?:\w+:)?file\s[^<>]*?\bsource-language\s*=\s*["']([^"'>]*)/,
  language: /<(?:\w+:)?file\s[^<>]*?\btarget-language\s*=\s*["']([^"'>]*)/,
})

const FACTS = {
  extension: 'xlf',
  mediaType: 'application/x-xliff',
  template: 'both',
  decode: decodeXml,
} as const

/** Returns what creates the format of a variant of XLIFF 1. */
export function xliffFormat(
  id: string,
  name: string,
  variant: Variant,
): (whitespace: Whitespace) => Format {
  return (whitespace) => ({
    ...FACTS,
    id,
    name,
    parse: (bytes, options) => readXliff(bytes, options, variant, whitespace, '5.14'),
    as2026: {
      parse: (bytes, options) => readXliff(bytes, options, variant, whitespace, '2026.10'),
    },
  })
}

/** Creates a format by the parameters for white space; without them all of it stays. */
export function byWhitespace(
  create: (whitespace: Whitespace) => Format,
): (params: FormatParams) => Format {
  const preserve = create('preserve')
  const others = new Map<unknown, Format>([
    ['standard', create('standard')],
    ['normalize', create('normalize')],
  ])
  return ({ xml_whitespace_handling: whitespace }) => others.get(whitespace) ?? preserve
}

/** Reads texts without their markup. */
export const plainVariant: Variant = {
  entities: 'expand',
  marksAutomatic: true,
  readUnit: ({ element }, reading) =>
    plainUnit(element, { hasStates: true, location: locationOf(element, reading) }, reading),
}

const createPlain = xliffFormat('plainxliff', 'XLIFF 1.2 translation file', plainVariant)

/** XLIFF 1 whose texts are read without their markup. */
export const plainxliff: Format = { ...createPlain('standard'), discovery: xliffDiscovery }

export const plainByWhitespace: (params: FormatParams) => Format = byWhitespace(createPlain)

/** Reads a `trans-unit` with its plain texts; `hasStates` says whether the state of its target counts. */
export function plainUnit(
  element: XmlElement,
  { hasStates, location }: { readonly hasStates: boolean; readonly location: string },
  rule: SpaceRule,
): Unit {
  const source = childOf(element, 'source', element.uri)
  const target = childOf(element, 'target', element.uri)
  const text = target && spacedText(target, element, rule)
  return {
    element,
    source: source && spacedText(source, element, rule),
    target: text,
    hasText: text !== undefined && text !== '',
    isFuzzy: hasStates && needsEditing(target),
    location,
  }
}
