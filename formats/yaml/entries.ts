import { expectWhole, parseErrorAt } from '../../src/text.ts'
import { createContextLimit, type Entry, isWithoutText } from '../entry.ts'
import { targetOf } from './convert.ts'
import type { YamlMapping, YamlNode, YamlScalar } from './node.ts'

/** Returns the plural forms in a mapping, joined with `SEP`; `''` makes no entry. Undefined if it is not a plural. */
export type PluralOf = (
  mapping: YamlMapping,
) => ({ readonly forms: string | undefined } & Pick<Entry, 'missingForms'>) | undefined

/** How to make the entries of a file. */
export interface WalkOptions {
  readonly isMonolingual: boolean
  /** The decoded text, to which offsets refer. */
  readonly text: string
  readonly pluralOf?: PluralOf
  /** Notes of texts, by their offset or that of their key. */
  readonly notes: ReadonlyMap<number, string> | undefined
}

/** Most nodes and characters read through aliases, since aliases of aliases grow exponentially. */
const MAX_ALIASED = 10_000_000

/**
 * Returns every scalar except null, with its path as context: `a->b`, `list->[0]->k`. Throws ParseError, also for
 * numbers with a fraction, dates and aliases that grow without bound.
 */
export function entriesOf(root: YamlNode | undefined, options: WalkOptions): Entry[] {
  const walk = new EntryWalk(options)
  if (root !== undefined) walk.visit(root, '', root.offset)
  return walk.entries
}

class EntryWalk {
  readonly entries: Entry[] = []
  readonly #text: string
  readonly #options: WalkOptions
  readonly #countContext: ReturnType<typeof createContextLimit>
  /** Collections being read: an alias to one inside it would never end. */
  readonly #open = new Set<YamlNode>()
  #aliased = 0
  #aliases = 0

  constructor(options: WalkOptions) {
    this.#text = options.text
    this.#options = options
    this.#countContext = createContextLimit(options.text)
  }

  visit(node: YamlNode, path: string, offset: number): void {
    const isAlias = node.kind === 'alias'
    const value = targetOf(node)
    if (isAlias) this.#aliases++
    if (this.#aliases > 0) {
      this.#aliased += 1 + path.length + (value.kind === 'scalar' ? value.text.length : 0)
      if (this.#aliased > MAX_ALIASED) {
        const message = 'expected fewer aliases, found over 10 million characters'
        throw parseErrorAt(this.#text, offset, message)
      }
    }
    if (value.kind === 'scalar') this.#visitScalar(value, path, offset)
    else if (!this.#open.has(value)) {
      this.#open.add(value)
      this.#descend(value, path, offset)
      this.#open.delete(value)
    }
    if (isAlias) this.#aliases--
  }

  #descend(value: Exclude<YamlNode, YamlScalar>, path: string, offset: number): void {
    const prefix = path === '' && this.#open.size === 1 ? '' : `${path}->`
    if (value.kind === 'list') {
      value.items.forEach((item, index) => {
        this.visit(item, `${prefix}[${index}]`, item.offset)
      })
    } else if (value.kind === 'mapping') {
      const plural = this.#options.pluralOf?.(value)
      if (plural?.forms !== undefined) this.#add(path, plural.forms, offset, plural)
      if (plural !== undefined) return
      value.values.forEach((member, index) => {
        const key = value.keys[index]
        if (key) this.visit(member, prefix + key.text, key.offset)
      })
    }
  }

  #visitScalar(scalar: YamlScalar, path: string, offset: number): void {
    if (scalar.type === 'null') return
    refuseValue(scalar, this.#text)
    this.#add(path, scalar.text, offset, { note: this.#options.notes?.get(offset) ?? '' })
  }

  #add(
    path: string,
    target: string,
    offset: number,
    { note = '', missingForms }: Partial<Pick<Entry, 'note' | 'missingForms'>>,
  ): void {
    this.#countContext(path, offset)
    expectWhole(path, this.#text, offset)
    expectWhole(target, this.#text, offset)
    const { isMonolingual } = this.#options
    this.entries.push({
      context: isMonolingual ? path : '',
      source: isMonolingual ? '' : path.replace(/^\.+/, ''),
      target,
      state: isWithoutText(target) ? 'untranslated' : 'translated',
      ...(missingForms && { missingForms }),
      note,
      explanation: '',
      flags: '',
      position: this.entries.length + 1,
      offset,
    })
  }
}

const UNREADABLE = {
  float: 'a number with a fraction',
  timestamp: 'a date',
  unreadable: 'a value of another type',
} as const

/** Throws ParseError for a value that is neither text nor a whole number, boolean or null. */
function refuseValue({ type, text: written, offset }: YamlScalar, text: string): void {
  if (type !== 'float' && type !== 'timestamp' && type !== 'unreadable') return
  const description = `${UNREADABLE[type]}, \`${written.slice(0, 50)}\``
  throw parseErrorAt(text, offset, `expected a text, which needs quotes here, found ${description}`)
}
