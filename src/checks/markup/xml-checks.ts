import type { Check, CheckedUnit, Explanation } from '../check.ts'
import { quote } from '../placeholders/explain.ts'
import { findForm, sourceFormOf } from '../plurals/plural-pairs.ts'
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

const xmlInvalid: Check = {
  id: 'xml-invalid',
  name: 'XML syntax',
  description: 'The translation is not valid XML',
  kind: 'target',
  ignoredBy: 'ignore-xml-invalid',
  fails: (unit) => isXml(unit) && findForm(unit, isBroken) >= 0,
  explain(unit) {
    const form = Math.max(0, findForm(unit, isBroken))
    const fault = parseTarget(unit, form)?.target.fault
    if (fault === undefined) return { explanation: 'The translation is well-formed', spans: [] }
    const { explanation, start, end } = fault
    return { explanation, spans: [{ side: 'target', form, start, end }] }
  },
}

const xmlTags: Check = {
  id: 'xml-tags',
  name: 'XML markup',
  description: 'XML tags in translation do not match source',
  kind: 'target',
  ignoredBy: 'ignore-xml-tags',
  fails: (unit) => isXml(unit) && findForm(unit, hasOtherTags) >= 0,
  explain(unit) {
    return explainTags(unit, Math.max(0, findForm(unit, hasOtherTags)))
  },
}

/** The checks of XML markup. */
export const xmlChecks: readonly Check[] = [xmlInvalid, xmlTags]

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

/** Equal for items that count as equal. A blank occurs in no name. */
function signatureOf({ kind, name, attributes }: XmlItem): string {
  return [kind, name, ...attributes].join(' ')
}

function parseTarget(
  unit: CheckedUnit,
  form: number,
): { readonly source: ParsedSource; readonly target: Xml } | undefined {
  const source = parseSource(unit, unit.sources[sourceFormOf(unit, form)] ?? '')
  if (source === undefined) return undefined
  return { source, target: parseXml(blankEntities(unit.targets[form] ?? ''), source) }
}

function explainTags(unit: CheckedUnit, form: number): Explanation {
  const parsed = parseTarget(unit, form)
  if (parsed === undefined) return { explanation: 'The markup is the same', spans: [] }
  const sourceForm = sourceFormOf(unit, form)
  const sourceText = unit.sources[sourceForm] ?? ''
  const targetText = unit.targets[form] ?? ''
  const missing = without(parsed.source.items, parsed.target.items)
  const extra = without(parsed.target.items, parsed.source.items)
  if (missing.length + extra.length > 0) {
    const named = (items: readonly XmlItem[], text: string): Named[] =>
      items.map((item) => ({ name: tagText(item, text), start: item.start, end: item.end }))
    return explainDifference(
      { form: sourceForm, names: named(missing, sourceText) },
      { form, names: named(extra, targetText) },
    )
  }
  const at = parsed.target.items.findIndex((item, index) => {
    const other = parsed.source.items[index]
    return other === undefined || signatureOf(item) !== signatureOf(other)
  })
  const item = parsed.target.items[at]
  if (item === undefined) return { explanation: 'The markup is the same', spans: [] }
  return {
    explanation: `${quote(tagText(item, targetText))} stands in another order than in the source`,
    spans: [{ side: 'target', form, start: item.start, end: item.end }],
  }
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
