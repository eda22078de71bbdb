import type { Message, Pattern, Term } from '@fluent/syntax'
import { unless } from '../../errors.ts'
import { LinearFluentParser } from '../../fluent-parser.ts'
import type { Check, CheckedUnit } from '../check.ts'
import { formCheck, unitCheck } from '../form-check.ts'
import { HTML_ELEMENTS } from '../markup/safe-html.ts'
import { listNames, quote } from '../sentence.ts'
import { faultOf, tagsOf } from './inner-html.ts'
import { compareReferences, type ReferenceDifference } from './references.ts'

/** Returns the error in a translation as a sentence without a full stop; undefined if there is none. */
type Compare = (source: FluentText, target: FluentText) => string | undefined

/** Checks of Fluent sources and translations (https://docs.weblate.org/en/latest/user/checks.html). */
export const fluentChecks: readonly Check[] = [
  sourceCheck(
    'fluent-source-syntax',
    'Fluent source syntax',
    'Fluent syntax error in the source',
    (source) =>
      typeof source === 'string' ? `The source is not valid Fluent: ${source}` : undefined,
  ),
  formCheck({
    id: 'fluent-target-syntax',
    name: 'Fluent translation syntax',
    description: 'Fluent syntax error in the translation',
    severity: 'error',
    enabledBy: ['fluent-target-syntax'],
    fails(_, target, unit) {
      const parsed = parseText(target, unit)
      return typeof parsed === 'string' && parsed
    },
    explain: ({ fault }) => [`The translation is not valid Fluent: ${fault.replace(/\.$/, '')}`],
  }),
  comparison('fluent-parts', 'Fluent parts', 'Fluent parts should match', compareParts),
  comparison(
    'fluent-references',
    'Fluent references',
    'Fluent references should match',
    differingReferences,
  ),
  {
    ...sourceCheck(
      'fluent-source-inner-html',
      'Fluent source inner HTML',
      'Fluent source should be valid inner HTML',
      (source) => {
        const fault =
          typeof source === 'string' || !source.value ? undefined : faultOf(source.value)
        return fault && `The source holds ${fault}`
      },
    ),
    isHarmless: isNoHtml,
  },
  {
    ...comparison(
      'fluent-target-inner-html',
      'Fluent translation inner HTML',
      'Fluent translation should be valid inner HTML that matches the source',
      compareHtml,
    ),
    isHarmless: isNoHtml,
  },
]

function sourceCheck(
  id: string,
  name: string,
  description: string,
  problemOf: (source: FluentText | string) => string | undefined,
): Check {
  return unitCheck({
    ...{ id, name, description, severity: 'error', kind: 'source', enabledBy: [id] },
    fails: (unit) => problemOf(parseText(unit.sources[0] ?? '', unit)),
    explain: (_, explanation) => ({ explanation, spans: [] }),
  })
}

/** Returns a check for translations that are valid Fluent, like their source. */
function comparison(id: string, name: string, description: string, compare: Compare): Check {
  return formCheck({
    ...{ id, name, description, severity: 'error', enabledBy: [id] },
    fails(source, target, unit) {
      const [left, right] = [parseText(source, unit), parseText(target, unit)]
      return typeof left !== 'string' && typeof right !== 'string' && compare(left, right)
    },
    explain: ({ fault }) => [fault],
  })
}

/** Ignores the attributes of terms, which depend on the language. */
function compareParts(source: FluentText, target: FluentText): string | undefined {
  if (source.isTerm) return undefined
  if (source.value && !target.value)
    return 'The translation has only attributes; the source has a text'
  if (!source.value && target.value)
    return 'The translation has a text; the source has only attributes'
  const missing = [...source.attributes.keys()].find((name) => !target.attributes.has(name))
  if (missing !== undefined) return `The translation lacks the attribute ${quote(`.${missing}`)}`
  const added = [...target.attributes.keys()].find((name) => !source.attributes.has(name))
  return added && `The translation has the attribute ${quote(`.${added}`)}; the source does not`
}

function differingReferences(source: FluentText, target: FluentText): string | undefined {
  const differing = source.value && target.value && compareReferences(source.value, target.value)
  if (differing) return sentenceOf('The translation', differing)
  if (source.isTerm) return undefined
  for (const [name, value] of source.attributes) {
    const other = target.attributes.get(name)
    const referenceDifference = other && compareReferences(value, other)
    if (referenceDifference)
      return sentenceOf(`The attribute ${quote(`.${name}`)}`, referenceDifference)
  }
  return undefined
}

function sentenceOf(subject: string, { missing, added }: ReferenceDifference): string {
  if (missing.length > 0) return `${subject} does not refer to ${listNames(missing, 'or')}`
  if (added.length > 0) return `${subject} refers to ${listNames(added)}; the source does not`
  return `${subject} does not refer to the same messages, terms and variables as often as the source, or not in each variant`
}

/** Texts without this are no HTML (https://github.com/projectfluent/fluent.js/blob/main/fluent-dom/src/overlay.js). */
const MARKUP = /<|&#?\w+;/

/**
 * Whether no text has markup, or the source has a tag that HTML lacks: `<file>` in the help of a command is a plain word.
 */
function isNoHtml({ sources: [source = ''], targets }: CheckedUnit): boolean {
  if (![source, ...targets].some((text) => MARKUP.test(text))) return true
  const names = [...source.matchAll(/<(\w+)>/g)].map(([, name = '']) => name.toLowerCase())
  return names.some((name) => !HTML_ELEMENTS.has(name))
}

/** Compares values only, since attributes are not HTML. */
function compareHtml(source: FluentText, target: FluentText): string | undefined {
  if (!source.value || !target.value) return undefined
  const fault = faultOf(target.value)
  if (fault !== undefined) return `The translation holds ${fault}`
  // If the source is broken, the expected tags are unknown.
  if (faultOf(source.value) !== undefined) return undefined
  const [sourceTags, targetTags] = [tagsOf(source.value), tagsOf(target.value)]
  const isSame =
    sourceTags.length === targetTags.length &&
    sourceTags.every((tag, index) => tag === targetTags[index])
  return isSame ? undefined : 'The translation does not have the same HTML tags as the source'
}

/** The value and attributes of a Fluent text, without its id. */
interface FluentText {
  readonly isTerm: boolean
  /** Null for a message with only attributes. */
  readonly value: Pattern | null
  readonly attributes: ReadonlyMap<string, Pattern>
}

const parser = new LinearFluentParser({ withSpans: false })
/** The parser is recursive, so deep nesting could overflow the stack. */
const MAX_DEPTH = 100

/** Parses a text as Weblate stores it; returns the parser's message if the text is not valid Fluent. */
function parseText(text: string, { flags }: CheckedUnit): FluentText | string {
  if (isTooDeep(text)) return `More than ${MAX_DEPTH} levels of braces`
  const isTerm = flags.get('fluent-type')?.[0] === 'Term'
  const lines = text.split('\n').map((line) => `    ${line}`)
  const fluent = `${isTerm ? '-' : ''}id =\n${lines.join('\n')}\n`
  // Deeply nested calls overflow the parser's stack.
  const body = unless(() => parser.parse(fluent).body, RangeError)
  if (body === undefined) return 'Nested too deeply'
  const junk = body.find((node) => node.type === 'Junk')
  if (junk?.type === 'Junk') return junk.annotations[0]?.message ?? 'Not a message'
  const node = body.find(
    (entry): entry is Message | Term => entry.type === 'Message' || entry.type === 'Term',
  )
  if (node === undefined || body.length > 1) return 'Not one message'
  const attributes = new Map(node.attributes.map(({ id, value }) => [id.name, value]))
  return { isTerm, value: node.value, attributes }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth = brace === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > MAX_DEPTH) return true
  }
  return false
}
