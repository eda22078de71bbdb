import type { Check, CheckedUnit } from '../check.ts'
import { type FormExplanation, formCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'
import { explainDifference, type Named } from './compare.ts'
import { blankEntities } from './entity.ts'
import { parseXml, type Xml } from './xml.ts'
import type { XmlItem } from './xml-scan.ts'

/** A source form as parsed, and how its targets are to be read. */
interface ParsedSource extends Xml {
  readonly isDocument: boolean
}

/** The well-formed source forms of units with markup; both checks ask for them. */
const parsedSources = new WeakMap<readonly string[], ReadonlyMap<string, ParsedSource>>()

/** The checks of XML markup. */
export const xmlChecks: readonly Check[] = [
  formCheck({
    id: 'xml-invalid',
    name: 'XML syntax',
    description: 'The translation is not valid XML',
    fails: (source, target, unit) => isXml(unit) && isBroken(source, target, unit),
    explain(source, target, unit) {
      const fault = parsePair(source, target, unit)?.target.fault
      if (fault === undefined) return ['The translation is well-formed']
      return [fault.explanation, ['target', fault.start, fault.end]]
    },
  }),
  formCheck({
    id: 'xml-tags',
    name: 'XML markup',
    description: 'XML tags in translation do not match source',
    fails: (source, target, unit) => isXml(unit) && hasOtherTags(source, target, unit),
    explain: explainTags,
  }),
]

/** What a document may have and the content of an element may not. */
const declaration = /^<\?xml|<!DOCTYPE/

/** Whether the unit is to be seen as XML. */
function isXml(unit: CheckedUnit): boolean {
  if (unit.flags.has('safe-html')) return false
  if (unit.flags.has('xml-text')) return true
  const { sources } = unit
  return sources.some(looksLikeXml) && sources.every((source) => parseSource(unit, source))
}

/** Whether there is `<`, then something other than `>`, then `>`. */
function looksLikeXml(text: string): boolean {
  for (let at = text.indexOf('<'); at >= 0; ) {
    const close = text.indexOf('>', at + 1)
    if (close < 0) return false
    if (close > at + 1) return true
    at = text.indexOf('<', close)
  }
  return false
}

/** The source form; undefined when it is not well-formed, neither as content nor as a document. */
function parseSource(unit: CheckedUnit, source: string): ParsedSource | undefined {
  let sources = parsedSources.get(unit.sources)
  if (sources === undefined) {
    const found = new Map<string, ParsedSource>()
    for (const each of unit.sources) {
      const text = blankEntities(each)
      for (const isDocument of declaration.test(text) ? [false, true] : [false]) {
        const xml = parseXml(text, { isDocument })
        if (xml.fault !== undefined) continue
        found.set(each, { ...xml, isDocument })
        break
      }
    }
    sources = found
    parsedSources.set(unit.sources, sources)
  }
  return sources.get(source)
}

function isBroken(source: string, target: string, unit: CheckedUnit): boolean {
  const parsed = parseSource(unit, source)
  return parsed !== undefined && parseXml(blankEntities(target), parsed).fault !== undefined
}

function hasOtherTags(source: string, target: string, unit: CheckedUnit): boolean {
  const parsed = parseSource(unit, source)
  if (parsed === undefined) return false
  const { items, fault } = parseXml(blankEntities(target), parsed)
  if (fault !== undefined) return false
  return (
    items.length !== parsed.items.length ||
    items.some((item, index) => {
      const other = parsed.items[index]
      return other === undefined || signatureOf(item) !== signatureOf(other)
    })
  )
}

/** Equal for items that count as equal. A space occurs in no name. */
function signatureOf({ kind, name, attributes }: XmlItem): string {
  return [kind, name, ...attributes].join(' ')
}

function parsePair(
  source: string,
  target: string,
  unit: CheckedUnit,
): { readonly source: ParsedSource; readonly target: Xml } | undefined {
  const parsed = parseSource(unit, source)
  return parsed && { source: parsed, target: parseXml(blankEntities(target), parsed) }
}

function explainTags(source: string, target: string, unit: CheckedUnit): FormExplanation {
  const parsed = parsePair(source, target, unit)
  if (parsed === undefined) return ['The markup is the same']
  const missing = without(parsed.source.items, parsed.target.items)
  const extra = without(parsed.target.items, parsed.source.items)
  if (missing.length + extra.length > 0) {
    const named = (items: readonly XmlItem[], text: string): Named[] =>
      items.map((item) => ({ name: tagText(item, text), start: item.start, end: item.end }))
    return explainDifference(named(missing, source), named(extra, target))
  }
  const item = parsed.target.items.find((one, index) => {
    const other = parsed.source.items[index]
    return other === undefined || signatureOf(one) !== signatureOf(other)
  })
  if (item === undefined) return ['The markup is the same']
  return [
    `${quote(tagText(item, target))} is not in the same order as in the source`,
    ['target', item.start, item.end],
  ]
}

/** The items that the others have less often. */
function without(items: readonly XmlItem[], others: readonly XmlItem[]): XmlItem[] {
  const counts = new Map<string, number>()
  for (const other of others) {
    const signature = signatureOf(other)
    counts.set(signature, (counts.get(signature) ?? 0) + 1)
  }
  return items.filter((item) => {
    const signature = signatureOf(item)
    const count = counts.get(signature) ?? 0
    counts.set(signature, count - 1)
    return count <= 0
  })
}

function tagText({ start, end }: XmlItem, text: string): string {
  return text.slice(start, end)
}
