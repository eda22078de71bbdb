import { parseErrorAt } from '../../src/text.ts'
import { type Entry, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { formForMillions, missingTags, pluralTags } from '../plural-tags.ts'
import { decodeLatin1 } from './decode.ts'
import { EQUALS_ONLY } from './dialect.ts'
import { decodeEscapes } from './escapes.ts'
import { utf8Facts } from './properties.ts'
import { parseKeyValues } from './read.ts'

/** Properties with plurals, for GWT: https://www.gwtproject.org/doc/latest/DevGuideI18nPluralForms.html */
export const gwt: Format = createGwt({
  ...utf8Facts,
  id: 'gwt',
  name: 'GWT properties (UTF-8)',
  withParams: ({ gwt_encoding: encoding }) => (encoding === 'iso-8859-1' ? gwtIso : gwt),
})

export const gwtIso: Format = createGwt({
  ...utf8Facts,
  id: 'gwt-iso',
  name: 'GWT properties (ISO 8859-1)',
  encoding: 'iso-8859-1',
  decode: decodeLatin1,
})

function createGwt(format: Omit<Format, 'parse'>): Format {
  return {
    ...format,
    optionalForms: formForMillions,
    parse: (bytes, options) => parseGwt(format.decode(bytes), options),
  }
}

const RULES = {
  dialect: EQUALS_ONLY,
  textOf: (written: string) => decodeEscapes(written).replaceAll("''", "'"),
}

function parseGwt(text: string, options: ParseOptions): ParsedFile {
  const groups = groupForms(parseKeyValues(text, options, RULES).entries)
  const broken = groups.filter(({ forms }) => !forms.has(PLAIN))
  const [first] = broken
  if (first !== undefined) {
    const fault = `expected the key ${first.base} beside its plural forms`
    if (options.isTemplate || !options.isMonolingual) throw parseErrorAt(text, first.offset, fault)
    // Weblate pairs nothing then, and rejects the file if these are plurals of the template.
    return {
      entries: broken.flatMap(({ base, forms }) =>
        [...forms.values()].map((form) => ({ ...form, context: base, flagsError: fault })),
      ),
    }
  }
  // A bilingual file uses the names of the source language.
  const { isMonolingual, languageCode, sourceLanguage = 'en' } = options
  const tags = pluralTags(isMonolingual ? languageCode : sourceLanguage)
  let position = 0
  return {
    entries: groups.map((group) => {
      const entry = entryOf(group, tags)
      return entry.position === 0 ? entry : { ...entry, position: ++position }
    }),
  }
}

/** The form of a key without a name in brackets. */
const PLAIN = 'other'

/** Keys that form one plural, or a single key. */
interface Group {
  readonly base: string
  /** By their names. */
  readonly forms: Map<string, Entry>
  readonly offset: number
}

/** Groups keys in the order of their first form; a repeated form starts another group. */
function groupForms(entries: readonly Entry[]): Group[] {
  const groups: Group[] = []
  const latest = new Map<string, Group>()
  for (const entry of entries) {
    const [, base = entry.context, variant = PLAIN] =
      /^([^[]*)\[(none|one|two|few|many)\]$/.exec(entry.context) ?? []
    const name = variant === 'none' ? 'zero' : variant
    let group = latest.get(base)
    if (group === undefined || group.forms.has(name)) {
      group = { base, forms: new Map(), offset: entry.offset }
      groups.push(group)
      latest.set(base, group)
    }
    group.forms.set(name, entry)
  }
  return groups
}

/** The plain key determines note and state. */
function entryOf({ forms, offset }: Group, tags: readonly string[]): Entry {
  // Groups without a plain key do not get here.
  const plain = forms.get(PLAIN)!
  if (forms.size === 1) return plain
  const textOf = (tag: string) => forms.get(tag)?.target
  const target = tags.map((tag) => textOf(tag) ?? '').join(SEP)
  return { ...plain, target, offset, missingForms: missingTags(tags, textOf) }
}
