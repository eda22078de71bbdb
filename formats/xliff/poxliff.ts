import { attributeOf, childOf, descendantsOf, type XmlElement } from '../../src/xml/node.ts'
import { joinLocation, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { byWhitespace, plainUnit, xliffFormat } from './plain-xliff.ts'
import type { PlacedUnit, Reading, Unit, Variant } from './read-units.ts'
import { isPluralGroup, locationIn, needsEditing, spacedText } from './trans-unit.ts'

const HEADER = 'x-gettext-domain-header'

const FORM = /^(.+)\[([0-6])\]$/s

/** Units of a group, each of which may stand for all. */
const MAX_FORMS = 100

const variant: Variant = {
  entities: 'expand',
  readUnit(placed, reading) {
    if (reading.isIn2026) return readWholeGroup(placed, reading)
    const { element, group } = placed
    const id = attributeOf(element, 'id') ?? ''
    const isHeader = attributeOf(element, 'restype') === HEADER
    const [, name, form] = FORM.exec(id) ?? []
    if (isHeader || (form !== undefined && form !== '0')) return undefined
    const isPlural =
      name !== undefined &&
      group !== undefined &&
      isPluralGroup(group) &&
      attributeOf(group, 'id') === name
    if (isPlural) return pluralUnit(group, reading)
    return singleUnit(element, reading)
  },
}

/** In 2026.10: takes all units of a group of forms as its forms, and no others. */
function readWholeGroup({ element, group }: PlacedUnit, reading: Reading): Unit | undefined {
  if (attributeOf(element, 'restype') === HEADER) return undefined
  if (group === undefined || !isPluralGroup(group)) return singleUnit(element, reading)
  const [first] = descendantsOf(group, 'trans-unit', group.uri)
  return first === element ? pluralUnit(group, reading) : undefined
}

function singleUnit(element: XmlElement, reading: Reading): Unit {
  const location = locationOf(element, reading)
  return plainUnit(element, { hasStates: false, location }, reading)
}

const create = xliffFormat('poxliff', 'XLIFF 1.2 with gettext extensions', variant)

/** XLIFF 1 as it is made from gettext's files: https://docs.oasis-open.org/xliff/v1.2/xliff-profile-po/xliff-profile-po-1.2.html */
export const poxliff: Format = {
  ...create('standard'),
  withParams: byWhitespace(create),
  formerParams: { xml_whitespace_handling: 'standard' },
}

function pluralUnit(group: XmlElement, reading: Reading): Unit {
  const members = descendantsOf(group, 'trans-unit', group.uri)
  if (members.length > MAX_FORMS)
    reading.fail(`expected at most ${MAX_FORMS} forms of a plural`, group)
  const targets = members.map((member) => childOf(member, 'target', member.uri))
  const source = members.map((member) => {
    const element = childOf(member, 'source', member.uri)
    return element === undefined
      ? reading.fail('expected a source in <trans-unit>', member)
      : spacedText(element, member, reading)
  })
  const forms = members.map((member, index) => {
    const target = targets[index]
    return target === undefined ? '' : spacedText(target, member, reading)
  })
  return {
    element: group,
    source: source.join(SEP),
    target: forms.join(SEP),
    hasText: forms.some((form) => form !== ''),
    isFuzzy: targets.some(needsEditing),
    location: locationOf(group, reading),
  }
}

/** Returns the locations of groups named `po-reference`. The last file and line in each count. */
function locationOf(element: XmlElement, reading: Reading): string {
  const locations: string[] = []
  for (const group of descendantsOf(element, 'context-group', element.uri)) {
    if (attributeOf(group, 'name') !== 'po-reference') continue
    const { file, line } = locationIn(group, 'last')
    const path = file === undefined ? '' : spacedText(file, element, reading)
    if (path === '') reading.fail('expected a sourcefile in <context-group>', group)
    locations.push(
      line === undefined ? path : joinLocation(path, spacedText(line, element, reading)),
    )
  }
  return locations.join(', ')
}
