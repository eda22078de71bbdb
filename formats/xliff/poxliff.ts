import { attributeOf, childOf, descendantsOf, type XmlElement } from '../../src/xml/node.ts'
import { SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { plainUnit, xliffFormat } from './plain-xliff.ts'
import type { Fail, Unit, Variant } from './read-units.ts'
import { contextsOf, isPluralGroup, needsEditing, spacedText } from './trans-unit.ts'

/** The first form of a plural, and one of the others, by their ids. */
const FIRST_FORM = /^(.+)\[0\]$/s
const OTHER_FORM = /^.+\[[1-6]\]$/s

/** Of which each may stand for all of them. */
const MAX_FORMS = 100

const variant: Variant = {
  entities: 'expand',
  readUnit({ element, group }, { fail }) {
    const id = attributeOf(element, 'id') ?? ''
    const isHeader = attributeOf(element, 'restype') === 'x-gettext-domain-header'
    if (isHeader || OTHER_FORM.test(id)) return undefined
    const name = FIRST_FORM.exec(id)?.[1]
    const isPlural =
      name !== undefined &&
      group !== undefined &&
      isPluralGroup(group) &&
      attributeOf(group, 'id') === name
    const unit = isPlural ? pluralUnit(group, fail) : { ...plainUnit(element), isFuzzy: false }
    return { ...unit, location: locationOf(unit.element, fail) }
  },
}

/** XLIFF 1 as it is made from gettext's files: https://docs.oasis-open.org/xliff/v1.2/xliff-profile-po/xliff-profile-po-1.2.html */
export const poxliff: Format = xliffFormat('poxliff', 'XLIFF 1.2 with gettext extensions', variant)

/** A plural, whose forms are the units of a group. */
function pluralUnit(group: XmlElement, fail: Fail): Omit<Unit, 'location'> {
  const members = descendantsOf(group, 'trans-unit', group.uri)
  if (members.length > MAX_FORMS) fail(`expected at most ${MAX_FORMS} forms of a plural`, group)
  const targets = members.map((member) => childOf(member, 'target', member.uri))
  const source = members.map((member) => {
    const element = childOf(member, 'source', member.uri)
    return element === undefined
      ? fail('expected a source in <trans-unit>', member)
      : spacedText(element, member)
  })
  const forms = members.map((member, index) => {
    const target = targets[index]
    return target === undefined ? '' : spacedText(target, member)
  })
  return {
    element: group,
    source: source.join(SEP),
    target: forms.join(SEP),
    hasText: forms.some((form) => form !== ''),
    isFuzzy: targets.some(needsEditing),
  }
}

/** As in other variants, of groups that are named `po-reference`. The last file and line in each count. */
function locationOf(element: XmlElement, fail: Fail): string {
  return descendantsOf(element, 'context-group', element.uri)
    .filter((group) => attributeOf(group, 'name') === 'po-reference')
    .map((group) => {
      const [path = '', line] = ['sourcefile', 'linenumber'].map((type) => {
        const last = contextsOf(group, type).at(-1)
        return last && spacedText(last, element)
      })
      if (path === '') fail('expected a sourcefile in <context-group>', group)
      return line === undefined ? path : `${path}:${line}`
    })
    .join(', ')
}
