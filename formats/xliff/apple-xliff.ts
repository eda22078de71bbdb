import { type Entry, type EntryState, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { missingTags, pluralTags } from '../plural-tags.ts'
import { byWhitespace, plainVariant, xliffFormat } from './plain-xliff.ts'
import { readXliff } from './read-units.ts'
import type { Whitespace } from './trans-unit.ts'

const createPlain = xliffFormat('apple-xliff', 'XLIFF exported by Xcode', plainVariant)

/**
 * XLIFF 1 as Xcode exports it (https://developer.apple.com/documentation/xcode/exporting-localizations): plain texts whose
 * white space stays. The forms of a plural are units of their own there, and one entry here.
 */
export const appleXliff: Format = { ...create('preserve'), withParams: byWhitespace(create) }

function create(whitespace: Whitespace): Format {
  return {
    ...createPlain(whitespace),
    extension: 'xliff',
    // Weblate 5.14 has no such format, so this one cannot differ.
    as2026: {},
    parse(bytes, options) {
      const file = readXliff(bytes, options, plainVariant, whitespace, '2026.10')
      const { entries, sourceLanguage } = file
      const tags = pluralTags(options.languageCode)
      return { entries: joinPlurals(entries, { sourceTags: pluralTags(sourceLanguage), tags }) }
    },
  }
}

/**
 * The end of a plural form's context: `/key:dict/variable:dict/one:dict/:string` of a stringsdict, `key|==|plural.one` or
 * `key|==|device.iphone.plural.one` of a string catalog.
 */
const FORM = /(:dict\/|\|==\|plural\.|\.plural\.)(zero|one|two|few|many|other)(:dict\/:string)?$/

/** Splits a context into that of the plural and the name of the form; undefined if it is not a plural's. */
function formIn(context: string): { readonly name: string; readonly tag: string } | undefined {
  const [all = '', mark, tag, end] = FORM.exec(context) ?? []
  if (tag === undefined || (mark === ':dict/') !== (end !== undefined)) return undefined
  const name = context.slice(0, -all.length)
  // Checked, since any key may end with `.plural.one`.
  return mark === '.plural.' && !name.includes('|==|') ? undefined : { name, tag }
}

const FORMAT_KEY = '/NSStringLocalizedFormatKey:dict/:string'
const VARIABLE = /^%#@[^@]*@$/

interface Tags {
  /** Names of the source language's forms, and of the translation's. */
  readonly sourceTags: readonly string[]
  readonly tags: readonly string[]
}

/** Puts a plural at the position of its first form. A format that is only a variable is not a text. */
function joinPlurals(entries: readonly Entry[], tags: Tags): Entry[] {
  const plurals = new Map<string, Map<string, Entry>>()
  const all: (() => Entry)[] = []
  for (const entry of entries) {
    const { context, source, target } = entry
    if (context.endsWith(FORMAT_KEY) && VARIABLE.test(source || target)) continue
    const { name, tag } = formIn(context) ?? {}
    if (name === undefined || tag === undefined) {
      all.push(() => entry)
      continue
    }
    const forms = plurals.get(name) ?? new Map<string, Entry>()
    if (forms.size === 0) all.push(() => joinForms(name, forms, tags))
    plurals.set(name, forms.set(tag, entry))
  }
  return all.map((toEntry, index) => ({ ...toEntry(), position: index + 1 }))
}

/** Drops forms that the language does not have. A missing source text is that of all other numbers. */
function joinForms(
  context: string,
  forms: ReadonlyMap<string, Entry>,
  { sourceTags, tags }: Tags,
): Entry {
  const [first] = forms.values() as Iterable<Entry> as [Entry]
  const other = forms.get('other') ?? first
  const sources = sourceTags.map((tag) => (forms.get(tag) ?? other).source)
  const targets = tags.map((tag) => forms.get(tag)?.target ?? '')
  const notes = new Set(Array.from(forms.values(), ({ note }) => note))
  return {
    ...first,
    context,
    source: sources.every((source) => source === '') ? '' : sources.join(SEP),
    target: targets.join(SEP),
    state: stateOf(tags.flatMap((tag) => forms.get(tag)?.state ?? [])),
    missingForms: missingTags(tags, (_, index) => targets[index]),
    note: [...notes].filter((note) => note !== '').join('\n'),
  }
}

/** Returns the state of all forms, otherwise fuzzy if one is, otherwise translated, since some form has a text. */
function stateOf(states: readonly EntryState[]): EntryState {
  const [state = 'untranslated', ...others] = new Set(states)
  if (others.length === 0) return state
  return states.includes('fuzzy') ? 'fuzzy' : 'translated'
}
