import type { WeblateVersion } from '../../src/weblate-version.ts'
import {
  attributeOf,
  childOf,
  isElement,
  XML_NAMESPACE,
  type XmlElement,
} from '../../src/xml/node.ts'
import { type Fail, failIn, parseXml } from '../../src/xml/parse.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import { fileFlags, joinFlags } from '../xml/file-flags.ts'
import {
  contextOf,
  isAutomatic,
  isPluralGroup,
  isReadOnly,
  noteOf,
  type SpaceRule,
  stateOf,
  type Whitespace,
} from './trans-unit.ts'

interface Surroundings {
  /** The innermost group around it. */
  readonly group: XmlElement | undefined
  /** `original` of the file around it. */
  readonly original: string
  /** Value of `xml:space` around it. */
  readonly space: string
}

/** A `trans-unit` with its surroundings. */
export interface PlacedUnit extends Surroundings {
  readonly element: XmlElement
}

/** What a variant of XLIFF reads from a unit. */
export interface Unit {
  /** Element whose attributes and notes count. */
  readonly element: XmlElement
  /** Source; undefined without a source element. */
  readonly source: string | undefined
  /** Target; undefined without a target element. */
  readonly target: string | undefined
  /** Whether the target has text, not only markup. */
  readonly hasText: boolean
  /** Whether the target is marked as needing editing. */
  readonly isFuzzy: boolean
  readonly location: string
  /** Flags besides those of its attributes. */
  readonly flag?: string
}

/** A variant of XLIFF 1. */
export interface Variant {
  readonly entities: 'expand' | 'mark'
  /** Whether targets may be marked as machine translations, in 2026.10. */
  readonly marksAutomatic?: boolean
  /** Reads a unit; undefined if the `trans-unit` is not one, or part of another. Throws ParseError. */
  readUnit(placed: PlacedUnit, reading: UnitReading): Unit | undefined
}

/** How to read the texts of a file. */
export interface Reading extends SpaceRule {
  readonly fail: Fail
}

interface UnitReading extends Reading {
  readonly isMonolingual: boolean
  readonly isIn2026: boolean
}

/**
 * Reads a file of a variant of XLIFF 1. In 2026.10, units inherit `xml:space` from the elements around them, and their own
 * flags override those of the variant. Throws ParseError.
 */
export function readXliff(
  bytes: Uint8Array,
  options: ParseOptions,
  variant: Variant,
  whitespace: Whitespace,
  weblate: WeblateVersion,
): ParsedFile & { readonly sourceLanguage: string } {
  const { isMonolingual } = options
  const isIn2026 = weblate === '2026.10'
  const marksAutomatic = isIn2026 && variant.marksAutomatic === true
  const entries: Entry[] = []
  let position = 0
  const add = (placed: PlacedUnit, fail: Fail): void => {
    const inherited = isIn2026 ? placed.space : undefined
    const reading = { isMonolingual, isIn2026, whitespace, inherited, fail }
    const unit = variant.readUnit(placed, reading)
    const texts = unit && (isMonolingual ? textsByKey(unit, options) : textsOf(unit))
    if (unit === undefined || texts === undefined) return
    const { hasContent, source, target } = texts
    const { element, location, flag = '' } = unit
    const flags = [fileFlags(element), flag]
    entries.push({
      context: contextOf(element, placed.original),
      source,
      target,
      // With a template, only the template says what must not be translated.
      state:
        isReadOnly(element) && (!isMonolingual || options.isTemplate === true)
          ? 'read-only'
          : stateOf(element, target, unit.isFuzzy),
      note: noteOf(element, reading),
      explanation: '',
      flags: joinFlags(...(isIn2026 ? flags.reverse() : flags)),
      location,
      ...(marksAutomatic && target !== '' && isAutomatic(element) && { isAutomatic: true }),
      position: hasContent ? ++position : 0,
      offset: element.offset,
    })
  }
  const { root, text } = parseXml(bytes, {
    onFault: options.onFault,
    entities: variant.entities,
    units: (text) => {
      const fail = failIn(text)
      const onUnit = (placed: PlacedUnit): void => add(placed, fail)
      return {
        isUnit: (element, [root]) =>
          root?.node.local === 'xliff' && element.uri === root.node.uri && nestsUnits(element),
        read(unit, around) {
          visitUnits(unit, around, fail, onUnit)
        },
      }
    },
  })
  const fail = failIn(text)
  if (root.local !== 'xliff') fail(`expected <xliff>, found <${root.name.slice(0, 100)}>`, root)
  if (isIn2026 && attributeOf(root, 'version')?.startsWith('2')) {
    fail('expected XLIFF 1, found XLIFF 2, which is the format xliff2', root)
  }
  const file = childOf(root, 'file', root.uri) ?? fail('expected <file> in <xliff>', root)
  return { entries, sourceLanguage: attributeOf(file, 'source-language') ?? 'en' }
}

/** Returns whether an element is a unit or stands for several. */
function nestsUnits(element: XmlElement): boolean {
  return element.local === 'trans-unit' || (element.local === 'group' && isPluralGroup(element))
}

const OUTSIDE: Surroundings = { group: undefined, original: '', space: 'default' }
/** Nested units and plurals repeat the notes of all inner ones; this bound keeps the time linear. */
const MAX_UNIT_DEPTH = 16

/** Yields the `trans-unit` elements of an element, in document order. `around` are the elements around it. */
function visitUnits(
  outermost: XmlElement,
  around: readonly { readonly node: XmlElement }[],
  fail: Fail,
  onUnit: (placed: PlacedUnit) => void,
): void {
  const { uri } = outermost
  const visit = (element: XmlElement, surroundings: Surroundings, depth: number): void => {
    const nests = element.uri === uri && nestsUnits(element)
    if (nests && depth === MAX_UNIT_DEPTH) {
      fail(`expected units nested at most ${MAX_UNIT_DEPTH} deep`, element)
    }
    if (isElement(element, 'trans-unit', uri)) {
      onUnit({ element, ...surroundings })
    }
    const inner = enter(surroundings, element, uri)
    for (const child of element.children) {
      if (child.type === 'element') visit(child, inner, nests ? depth + 1 : depth)
    }
  }
  let surroundings = OUTSIDE
  for (const { node } of around) surroundings = enter(surroundings, node, uri)
  visit(outermost, surroundings, 0)
}

function enter(outer: Surroundings, element: XmlElement, uri: string): Surroundings {
  const space = attributeOf(element, 'space', XML_NAMESPACE) ?? outer.space
  if (isElement(element, 'group', uri)) return { ...outer, group: element, space }
  if (!isElement(element, 'file', uri)) return space === outer.space ? outer : { ...outer, space }
  return { ...outer, original: attributeOf(element, 'original') ?? '', space }
}

interface Texts extends Pick<Entry, 'source' | 'target'> {
  readonly hasContent: boolean
}

/** Returns a unit's texts, if it has both; undefined without a source. */
export function textsOf({
  source,
  target = '',
}: Pick<Unit, 'source' | 'target'>): Texts | undefined {
  return source ? { source, target, hasContent: true } : undefined
}

/**
 * Returns the texts with a template, whose target, or else source, is the source text; without a target, a unit's
 * translation is its source.
 */
export function textsByKey(
  { source, target, hasText }: Pick<Unit, 'source' | 'target' | 'hasText'>,
  { isTemplate = false }: ParseOptions,
): Texts {
  if (source === undefined) return { source: '', target: '', hasContent: false }
  const key = hasText && target !== undefined ? target : source
  return {
    source: isTemplate ? key : '',
    target: target ?? (isTemplate ? source : ''),
    hasContent: key !== '',
  }
}
