import { oncePer } from '../../cache.ts'
import { attributeOf, type XmlItem, type XmlNode } from '../../xml/node.ts'
import { readXml } from '../../xml/parse.ts'
import type { XmlFault } from '../../xml/reader.ts'
import type { Check, CheckedUnit } from '../check.ts'
import { type FailingForm, type FormExplanation, formCheck } from '../form-check.ts'
import { findForm } from '../plurals/plural-pairs.ts'
import { quote } from '../sentence.ts'
import { subtract } from '../subtract.ts'
import { explainDifference, type Named } from './compare.ts'
import { blankEntities } from './entity.ts'
import { isDirection } from './html-source.ts'

/** A parsed form, either as a document or as the content of an element. */
interface ParsedForm {
  readonly items: readonly XmlItem[]
  readonly fault: XmlFault | undefined
  readonly isContent: boolean
  readonly hasCdata: boolean
}

/** The checks of XML markup. */
export const xmlChecks: readonly Check[] = [
  formCheck({
    id: 'xml-invalid',
    name: 'XML syntax',
    description: 'The translation is not valid XML',
    severity: 'error',
    isHarmless: (unit) => hasPrefixesOfSource(unit) || hasTagsOfHtml(unit),
    fails(source, target, unit) {
      const pair = isXml(unit) ? parsePair(source, target, unit) : undefined
      return unit.weblate === '5.14' ? pair?.target.fault : faultIn2026(pair)
    },
    explain({ target, fault }) {
      if (fault === 'cdata') return ['The translation has a CDATA section; the source does not']
      const { start, end } = fault
      return [
        explainFault(blankEntities(target), fault),
        ['target', start, Math.max(end, start + 1)],
      ]
    },
  }),
  formCheck({
    id: 'xml-tags',
    name: 'XML markup',
    description: 'XML tags in translation do not match source',
    severity: 'error',
    isHarmless: hasSameMarkup,
    fails: (source, target, unit) => isXml(unit) && otherTags(source, target, unit),
    explain: explainTags,
  }),
]

/** Syntax that is allowed in a document but not in the content of an element. */
const declaration = /^<\?xml|<!DOCTYPE/

/** Returns whether to check the unit as XML, which flags of HTML prevent. */
function isXml({ sources, flags, weblate }: CheckedUnit): boolean {
  if (flags.has('safe-html') || (weblate !== '5.14' && flags.has('auto-safe-html'))) return false
  if (flags.has('xml-text')) return true
  return sources.some(looksLikeXml) && sources.every((source) => parseSources(sources).has(source))
}

/** Returns whether the text has `<`, then another character than `>`, then `>`. */
function looksLikeXml(text: string): boolean {
  for (let at = text.indexOf('<'); at >= 0; ) {
    const close = text.indexOf('>', at + 1)
    if (close < 0) return false
    if (close > at + 1) return true
    at = text.indexOf('<', close)
  }
  return false
}

/** Maps the well-formed source forms, parsed as content or document, by text. Cached, since both checks need them. */
const parseSources = oncePer((sources: readonly string[]) => {
  const forms = sources.flatMap((source): [string, ParsedForm][] => {
    let form = parse(source, true)
    if (form.fault !== undefined && declaration.test(source)) form = parse(source, false)
    return form.fault === undefined ? [[source, form]] : []
  })
  return new Map(forms)
})

/** Parses a form. CDATA sections count as text. */
function parse(text: string, isContent: boolean): ParsedForm {
  const items: XmlItem[] = []
  const { fault } = readXml(blankEntities(text), { entities: 'keep', isContent, items })
  const others = items.filter(({ node }) => node.type !== 'cdata')
  return { items: others, fault, isContent, hasCdata: others.length < items.length }
}

/** In 2026.10, a CDATA section is invalid unless the source has one. */
function faultIn2026(pair: ParsedPair | undefined): XmlFault | 'cdata' | undefined {
  if (pair === undefined) return undefined
  const { source, target } = pair
  return target.fault ?? (target.hasCdata && !source.hasCdata ? 'cdata' : undefined)
}

const PREFIX = /(?<![\w.-])([\w.-]+):/g

/**
 * Returns whether nothing but the declaration of a prefix is missing that tags of the source have: Android declares the
 * `xliff` of `<xliff:g>` at the start of the file.
 */
function hasPrefixesOfSource(unit: CheckedUnit): boolean {
  const declared = new Set(
    unit.sources.flatMap((source) =>
      Array.from(source.matchAll(/<([\w.-]+):/g), ([, name]) => name),
    ),
  )
  const plain = (text: string) =>
    text.replace(PREFIX, (whole, name) => (declared.has(name) ? `${name}-` : whole))
  const isOther = (source: string, target: string) =>
    faultIn2026(parsePair(source, plain(target), unit)) !== undefined
  return declared.size > 0 && findForm(unit, isOther) < 0
}

const VOID = /<(?:br|hr|img|input|wbr)(?=[\s>])[^<>]*>/g

/** Returns whether nothing is wrong but that tags are not closed which HTML never closes: `<br>` for `<br/>`. */
function hasTagsOfHtml(unit: CheckedUnit): boolean {
  if (unit.flags.has('xml-text') || unit.flags.has('icu-message-format')) return false
  const close = (tag: string) => (tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`)
  const isOther = (source: string, target: string) => {
    const closed = target.replace(VOID, close)
    const isInvalid = faultIn2026(parsePair(source, closed, unit)) !== undefined
    return isInvalid || otherTags(source, closed, unit) !== undefined
  }
  return findForm(unit, isOther) < 0
}

function otherTags(source: string, target: string, unit: CheckedUnit): ParsedPair | undefined {
  const pair = parsePair(source, target, unit)
  if (pair === undefined || pair.target.fault !== undefined) return undefined
  const hasOthers = pair.target.items.length !== pair.source.items.length || firstOther(pair)
  return hasOthers ? pair : undefined
}

/**
 * Returns whether tags differ only by the direction of text, or by `<mrk mtype="seg">`, with which XLIFF marks sentences:
 * often in the target alone. Its namespace, which then holds for the tags inside, does not count.
 */
function hasSameMarkup(unit: CheckedUnit): boolean {
  const tagsOf = ({ items }: ParsedForm) => {
    const others = items.filter(({ node }) => !isSegment(node))
    return JSON.stringify(
      others.map(({ node }) =>
        node.type === 'element'
          ? [
              node.local,
              ...node.attributes.filter((each) => !isDirection(each)).map(({ local }) => local),
            ]
          : node.type,
      ),
    )
  }
  const isOther = (source: string, target: string) => {
    const pair = otherTags(source, target, unit)
    return pair !== undefined && tagsOf(pair.source) !== tagsOf(pair.target)
  }
  return findForm(unit, isOther) < 0
}

function isSegment(node: XmlNode): boolean {
  return node.type === 'element' && node.local === 'mrk' && attributeOf(node, 'mtype') === 'seg'
}

/** Returns the first item of the target that differs from the source's. */
function firstOther({ source, target }: ParsedPair): XmlItem | undefined {
  return target.items.find((item, index) => {
    const other = source.items[index]
    return other === undefined || signatureOf(item) !== signatureOf(other)
  })
}

/** Returns a key that is equal for equal items. Names contain no spaces. */
function signatureOf({ node }: XmlItem): string {
  if (node.type !== 'element') return node.type
  return [node, ...node.attributes].map(({ local, uri }) => `{${uri}}${local}`).join(' ')
}

interface ParsedPair {
  readonly source: ParsedForm
  readonly target: ParsedForm
}

function parsePair(source: string, target: string, unit: CheckedUnit): ParsedPair | undefined {
  const parsed = parseSources(unit.sources).get(source)
  return parsed && { source: parsed, target: parse(target, parsed.isContent) }
}

function explainTags({ source, target, fault }: FailingForm<ParsedPair>): FormExplanation {
  const missing = subtract(fault.source.items, fault.target.items, signatureOf)
  const extra = subtract(fault.target.items, fault.source.items, signatureOf)
  if (missing.length + extra.length > 0) {
    const named = (items: readonly XmlItem[], text: string): Named[] =>
      items.map((item) => ({ name: tagText(item, text), start: item.start, end: item.end }))
    return explainDifference(named(missing, source), named(extra, target))
  }
  const item = firstOther(fault) as XmlItem
  return [
    `${quote(tagText(item, target))} is not in the same order as in the source`,
    ['target', item.start, item.end],
  ]
}

function tagText({ start, end }: XmlItem, text: string): string {
  return text.slice(start, end)
}

function explainFault(text: string, { rule, start, end, name }: XmlFault): string {
  const markup = text.slice(start, end)
  const tag = /^<\/?[^\s/>]*/.exec(markup)?.[0] ?? ''
  const subject =
    name === '' ? `The name of \`${tag}>\`` : `The attribute \`${name}\` of \`${tag}>\``
  switch (rule) {
    case 'bare-less-than':
      return `${subject} contains \`<\``
    case 'character':
      return `The character ${name} is not allowed`
    case 'depth':
      return 'The tags are nested too deeply'
    case 'namespace':
      return `${subject} declares no valid namespace`
    case 'prefix':
      return `${subject} has a prefix that is not declared`
    case 'reference':
      return `${subject} contains a \`&\` that does not start an entity`
    case 'repeated':
      return `${subject} occurs twice`
    case 'unclosed':
      return `The tag \`${tag}>\` is not closed`
    default:
  }
  if (markup === '') return explainOutside(text.slice(start))
  if (markup.startsWith('&')) return '`&` does not start an entity'
  if (markup === ']]>') return '`]]>` stands outside of a CDATA section'
  if (markup.startsWith('<!--')) {
    return rule === 'unclosed-comment' ? 'The comment is not closed' : 'The comment contains `--`'
  }
  if (markup.startsWith('<![')) return 'The CDATA section is not closed'
  if (markup.startsWith('<!')) return '`<!` is not allowed here'
  if (/^<\?xml\b/i.test(markup)) return 'The XML declaration is not at the start'
  if (markup.startsWith('<?')) return 'The processing instruction is broken'
  if (markup.startsWith('</') && markup.endsWith('>')) {
    if (name === '') return `The tag \`${tag}>\` has no opening tag`
    return `Found \`${tag}>\`, expected \`${name}\``
  }
  if (name !== '' && !markup.startsWith('</')) return `${subject} has no value in quotes`
  return tag === '<' ? '`<` does not start a tag' : `The tag \`${tag}\` is broken`
}

/** Explains text before or after the root element, or in place of markup. */
function explainOutside(rest: string): string {
  if (rest === '') return 'There is no element'
  if (rest.startsWith('<!')) return '`<!` is not allowed here'
  const root = /^<[^\s/>]+/.exec(rest)?.[0]
  if (root !== undefined) return `\`${root}>\` is a second root element`
  return 'There is text outside of the element'
}
