import {
  attributeOf,
  childOf,
  descendantsOf,
  textOf,
  XML_NAMESPACE,
  type XmlElement,
} from '../../src/xml/node.ts'
import { type EntryState, isWithoutText, joinLocation } from '../entry.ts'

/** What the variants of XLIFF 1 share: https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html */

/** Target states that mean work to do; `needs-review-*` do not. */
const NEEDS_EDITING = new Set(['new', 'needs-translation', 'needs-adaptation', 'needs-l10n'])

/** Tests whether there is more white space than single spaces; nearly all texts have none. */
const COLLAPSIBLE = /[\t\n\r]| {2}/

/** Returns whether a target is marked as needing editing. */
export function needsEditing(target: XmlElement | undefined): boolean {
  return target !== undefined && NEEDS_EDITING.has(attributeOf(target, 'state') ?? '')
}

const AUTOMATIC = new Set(['leveraged-mt', 'mt-suggestion'])

/** Returns whether a unit's target is marked as a machine translation. */
export function isAutomatic(unit: XmlElement): boolean {
  const target = childOf(unit, 'target', unit.uri)
  return target !== undefined && AUTOMATIC.has(attributeOf(target, 'state-qualifier') ?? '')
}

/** Returns the state of a unit by its text and marks. */
export function stateOf(element: XmlElement, target: string, isFuzzy: boolean): EntryState {
  if (isWithoutText(target)) return 'untranslated'
  if (isFuzzy) return 'fuzzy'
  return attributeOf(element, 'approved') === 'yes' ? 'approved' : 'translated'
}

/** Returns whether a unit must not be translated. */
export function isReadOnly(unit: XmlElement): boolean {
  return attributeOf(unit, 'translate')?.toLowerCase() === 'no'
}

/** Returns whether a group holds the forms of a plural, as gettext's do. */
export function isPluralGroup(group: XmlElement): boolean {
  return attributeOf(group, 'restype') === 'x-gettext-plurals'
}

/** Returns the resource's name, otherwise its id after its file's name. */
export function contextOf(unit: XmlElement, original: string): string {
  const name = attributeOf(unit, 'resname')
  if (name) return name
  const id = attributeOf(unit, 'id') ?? ''
  return original === '' ? id : `${original}///${id}`
}

/** Joins the distinct notes, each on lines of its own. */
export function noteOf(unit: XmlElement, rule: SpaceRule): string {
  const notes = descendantsOf(unit, 'note', unit.uri)
  if (notes.length === 0) return ''
  return [...new Set(notes.map((note) => spacedText(note, unit, rule)))].join('\n')
}

/** Returns the locations in the program, `file:line`, joined with commas. */
export function locationOf(unit: XmlElement, rule: SpaceRule): string {
  const locations: string[] = []
  for (const group of descendantsOf(unit, 'context-group', unit.uri)) {
    if (attributeOf(group, 'purpose') !== 'location') continue
    const { file, line } = locationIn(group, 'first')
    if (file === undefined) continue
    const path = spacedText(file, unit, rule)
    locations.push(line === undefined ? path : joinLocation(path, spacedText(line, unit, rule)))
  }
  return locations.join(', ')
}

/** The elements of a group that name file and line; one of each counts. */
export function locationIn(
  group: XmlElement,
  which: 'first' | 'last',
): { readonly file: XmlElement | undefined; readonly line: XmlElement | undefined } {
  let file: XmlElement | undefined
  let line: XmlElement | undefined
  for (const context of descendantsOf(group, 'context', group.uri)) {
    const type = attributeOf(context, 'context-type')
    if (type === 'sourcefile' && (file === undefined || which === 'last')) file = context
    if (type === 'linenumber' && (line === undefined || which === 'last')) line = context
  }
  return { file, line }
}

/** How to treat white space: as `xml:space` says (`standard`), or the same everywhere. */
export type Whitespace = 'standard' | 'preserve' | 'normalize'

/** How to treat the white space of a unit. */
export interface SpaceRule {
  readonly whitespace: Whitespace
  /** Value of `xml:space` around the unit; undefined if only elements in a unit's own texts inherit it. */
  readonly inherited?: string | undefined
}

/**
 * Returns an element's text, collapsing white space unless `xml:space` of the element, or else of its unit, is set and
 * not `default`.
 */
export function spacedText(element: XmlElement, unit: XmlElement, rule: SpaceRule): string {
  const text = textOf(element)
  const space = spaceOf(element, rule) ?? spaceAt(unit, rule)
  return space === undefined || space === 'default' ? collapse(text) : text
}

/** Returns `xml:space` in a unit: its own, otherwise that around it. */
export function spaceAt(unit: XmlElement, rule: SpaceRule): string | undefined {
  return spaceOf(unit, rule) ?? rule.inherited
}

/** Returns the `xml:space` of an element itself, or of what replaces it. */
export function spaceOf(element: XmlElement, { whitespace }: SpaceRule): string | undefined {
  if (whitespace === 'standard') return attributeOf(element, 'space', XML_NAMESPACE)
  return whitespace === 'preserve' ? 'preserve' : 'default'
}

function collapse(text: string): string {
  const collapsed = collapseSpace(text)
  return collapsed.slice(
    collapsed.startsWith(' ') ? 1 : 0,
    collapsed.endsWith(' ') ? -1 : collapsed.length,
  )
}

/** Replaces each run of white space by one space; most texts have none. */
export function collapseSpace(text: string): string {
  return COLLAPSIBLE.test(text) ? text.replace(/[ \t\n\r]+/g, ' ') : text
}
