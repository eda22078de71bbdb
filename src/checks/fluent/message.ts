import type { Message, Pattern, Resource, Term } from '@fluent/syntax'
import { LinearFluentParser } from '../../fluent-parser.ts'
import type { CheckedUnit } from '../check.ts'

/** The value and the attributes of a text of Fluent, without its id. */
export interface FluentText {
  readonly isTerm: boolean
  /** Of a message with attributes alone there is none. */
  readonly value: Pattern | null
  readonly attributes: ReadonlyMap<string, Pattern>
}

const parser = new LinearFluentParser({ withSpans: false })
/** The parser calls itself for each level, which could overflow the stack. */
const MAX_DEPTH = 100

/** A text as Weblate stores it; the parser's sentence where it is no Fluent. */
export function parseText(text: string, { flags }: CheckedUnit): FluentText | string {
  if (isTooDeep(text)) return `More than ${MAX_DEPTH} levels of braces`
  const isTerm = flags.get('fluent-type')?.[0] === 'Term'
  const lines = text.split('\n').map((line) => `    ${line}`)
  const body = bodyOf(`${isTerm ? '-' : ''}id =\n${lines.join('\n')}\n`)
  if (body === undefined) return 'Nested too deeply'
  const junk = body.find((node) => node.type === 'Junk')
  if (junk?.type === 'Junk') return junk.annotations[0]?.message ?? 'Not a message'
  const node = body.find(
    (one): one is Message | Term => one.type === 'Message' || one.type === 'Term',
  )
  if (node === undefined || body.length > 1) return 'Not one message'
  const attributes = new Map(node.attributes.map(({ id, value }) => [id.name, value]))
  return { isTerm, value: node.value, attributes }
}

/** Undefined for what overflows the parser's stack, such as calls in calls. */
function bodyOf(text: string): Resource['body'] | undefined {
  try {
    return parser.parse(text).body
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth = brace === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > MAX_DEPTH) return true
  }
  return false
}
