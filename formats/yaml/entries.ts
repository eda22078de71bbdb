import { expectWhole, parseErrorAt } from '../../src/text.ts'
import { type Entry, SEP } from '../entry.ts'
import { MAX_CONTEXT_CHARACTERS } from '../json/tree.ts'
import { targetOf } from './convert.ts'
import type { YamlMapping, YamlNode, YamlScalar } from './node.ts'

/** The plural forms in a mapping, joined with `SEP`; without any it is no entry. Undefined for what is no plural. */
export type PluralOf = (
  mapping: YamlMapping,
) => ({ readonly forms: string | undefined } & Pick<Entry, 'missingForms'>) | undefined

/** How the entries of a file are made. */
export interface WalkOptions {
  readonly isMonolingual: boolean
  /** The decoded text, in which offsets count. */
  readonly text: string
  readonly pluralOf?: PluralOf
}

/** Aliases of aliases multiply: what is read by them, in nodes and characters. */
const MAX_ALIASED = 10_000_000

/**
 * Every scalar but null, its context the way to it: `a->b`, `list->[0]->k`. Throws ParseError, also for numbers with a
 * fraction, dates and aliases that multiply without end. It is long because its functions share the counts.
 */
export function entriesOf(
  root: YamlNode | undefined,
  { isMonolingual, text, pluralOf }: WalkOptions,
): Entry[] {
  const entries: Entry[] = []
  /** Collections that are being read, which an alias in them would repeat without end. */
  const open = new Set<YamlNode>()
  let contextCharacters = 0
  let aliased = 0
  let aliases = 0

  function visit(node: YamlNode, path: string, offset: number): void {
    const isAlias = node.kind === 'alias'
    const value = targetOf(node)
    if (isAlias) aliases++
    if (aliases > 0) {
      aliased += 1 + path.length + (value.kind === 'scalar' ? value.text.length : 0)
      if (aliased > MAX_ALIASED) {
        throw parseErrorAt(text, offset, 'expected fewer aliases, found over 10 million characters')
      }
    }
    if (value.kind === 'scalar') visitScalar(value, path, offset)
    else if (!open.has(value)) {
      open.add(value)
      descend(value, path, offset)
      open.delete(value)
    }
    if (isAlias) aliases--
  }

  function descend(value: Exclude<YamlNode, YamlScalar>, path: string, offset: number): void {
    const prefix = path === '' && open.size === 1 ? '' : `${path}->`
    if (value.kind === 'list') {
      value.items.forEach((item, index) => {
        visit(item, `${prefix}[${index}]`, item.offset)
      })
    } else if (value.kind === 'mapping') {
      const plural = pluralOf?.(value)
      if (plural?.forms !== undefined) add(path, plural.forms, offset, plural)
      if (plural !== undefined) return
      value.values.forEach((member, index) => {
        const key = value.keys[index]
        if (key) visit(member, prefix + key.text, key.offset)
      })
    }
  }

  function visitScalar(scalar: YamlScalar, path: string, offset: number): void {
    if (scalar.type === 'null') return
    refuseValue(scalar, text)
    add(path, scalar.text, offset)
  }

  function add(
    path: string,
    target: string,
    offset: number,
    { missingForms }: Pick<Entry, 'missingForms'> = {},
  ): void {
    contextCharacters += path.length
    if (contextCharacters > MAX_CONTEXT_CHARACTERS) {
      throw parseErrorAt(text, offset, 'expected shorter keys, found over 256 million characters')
    }
    expectWhole(path, text, offset)
    expectWhole(target, text, offset)
    entries.push({
      context: isMonolingual ? path : '',
      source: isMonolingual ? '' : path.replace(/^\.+/, ''),
      target,
      state: isTranslated(target) ? 'translated' : 'untranslated',
      ...(missingForms && { missingForms }),
      note: '',
      explanation: '',
      flags: '',
      position: entries.length + 1,
      offset,
    })
  }

  if (root !== undefined) visit(root, '', root.offset)
  return entries
}

const UNREADABLE = {
  float: 'a number with a fraction',
  timestamp: 'a date',
  unreadable: 'a value of another type',
} as const

/** Throws ParseError for a value that is neither text nor a whole number, boolean or null. */
function refuseValue({ type, text: written, offset }: YamlScalar, text: string): void {
  if (type !== 'float' && type !== 'timestamp' && type !== 'unreadable') return
  const found = `${UNREADABLE[type]}, \`${written.slice(0, 50)}\``
  throw parseErrorAt(text, offset, `expected a text, which needs quotes here, found ${found}`)
}

function isTranslated(target: string): boolean {
  return target !== '' && (!target.startsWith(SEP) || target.replaceAll(SEP, '') !== '')
}
