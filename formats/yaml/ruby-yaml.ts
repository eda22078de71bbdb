import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import { type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { FORM_NAMES, formForMillions, missingTags, pluralTags } from '../plural-tags.ts'
import { targetOf } from './convert.ts'
import { readDocument } from './document.ts'
import { entriesOf, type PluralOf } from './entries.ts'
import type { YamlMapping, YamlNode, YamlScalar, YamlTarget } from './node.ts'
import { readNotes } from './notes.ts'
import { yaml } from './yaml.ts'
import { yamlRule } from './yaml-discovery.ts'

/**
 * YAML of Rails (https://guides.rubyonrails.org/i18n.html): the language is the only key at the top, plural forms are a
 * mapping of `one`, `other`...
 */
export const rubyYaml: Format = {
  ...yaml,
  id: 'ruby-yaml',
  name: 'Ruby YAML file',
  discovery: yamlRule('ruby-yaml'),
  hasPlainPlurals: true,
  optionalForms: (code) => [
    ...formForMillions(code),
    ...(/^(?:he|iw)\b/.test(code) ? ['two'] : []),
  ],
  parse: (bytes, options) => parseRubyYaml(bytes, options, false),
  as2026: { parse: (bytes, options) => parseRubyYaml(bytes, options, true) },
}

/** Weblate 2026.10 takes any key for a language, and reads notes. */
function parseRubyYaml(
  bytes: Uint8Array,
  { isMonolingual, languageCode, onFault }: ParseOptions,
  isIn2026: boolean,
): ParsedFile {
  const text = decodeUtf8(bytes)
  const document = readDocument(text, onFault)
  const membersOf = createMembersOf()
  const root = document && languageRoot(document, membersOf, isIn2026 ? undefined : text)
  const tags = pluralTags(root?.code ?? languageCode)
  const pluralOf = createPluralOf(tags, text, membersOf)
  const notes = isIn2026 ? readNotes(text) : undefined
  return { entries: entriesOf(root?.value ?? document, { isMonolingual, text, pluralOf, notes }) }
}

/**
 * Returns the mapping below the only key of a file, and that key, which is a language whatever it says. Given a `text`,
 * throws ParseError for a key that is not one.
 */
function languageRoot(
  document: YamlNode,
  membersOf: MembersOf,
  text: string | undefined,
): { code: string; value: YamlMapping } | undefined {
  if (document.kind !== 'mapping') return undefined
  const [member, another] = membersOf(document)
  if (member === undefined || another !== undefined) return undefined
  const { key, value } = member
  if (value.kind !== 'mapping') return undefined
  const isLanguage = (key.type === 'text' && !key.isTagged) || key.type === 'null'
  if (!isLanguage && text !== undefined) {
    throw parseErrorAt(text, key.offset, `expected a language, found \`${key.text}\``)
  }
  return { code: key.type === 'null' ? '' : key.text, value }
}

/**
 * Treats a mapping whose keys all name plural forms as one entry, with those forms that the language has, without gaps.
 */
function createPluralOf(tags: readonly string[], text: string, membersOf: MembersOf): PluralOf {
  return (mapping) => {
    // Checks direct keys first, since most mappings are not plurals.
    if (!mapping.keys.every(isFormName)) return undefined
    const members = membersOf(mapping)
    if (members.length === 0 || !members.every(({ key }) => isFormName(key))) return undefined
    const valueAt = (tag: string) => members.find(({ key }) => key.text === tag)?.value
    const values = tags.flatMap((tag) => valueAt(tag) ?? [])
    const hasForms = values.some((value) => value.kind !== 'scalar' || value.type !== 'null')
    const forms = values.map((value) => formText(value, text))
    const missingForms = missingTags(tags, (tag) => {
      const value = valueAt(tag)
      return value && formText(value, text)
    })
    return { forms: hasForms ? forms.join(SEP) : undefined, missingForms }
  }
}

function isFormName({ type, isTagged, text }: YamlScalar): boolean {
  return type === 'text' && !isTagged && FORM_NAMES.includes(text)
}

/** Returns the text of a form; values that are nothing in Ruby and Python are empty. */
function formText(value: YamlTarget, text: string): string {
  if (value.kind === 'scalar') {
    if (value.type === 'text' && !value.isTagged) return value.text
    if (!value.isTagged && isNothing(value)) return ''
  } else if (value.kind === 'list' ? value.items.length === 0 : isEmpty(value)) return ''
  const description = value.kind === 'scalar' ? `\`${value.text.slice(0, 50)}\`` : `a ${value.kind}`
  throw parseErrorAt(text, value.offset, `expected a text as plural form, found ${description}`)
}

function isNothing({ type, text }: YamlScalar): boolean {
  if (type === 'null') return true
  if (type === 'boolean') return text === 'False'
  return (type === 'integer' || type === 'float') && Number(text) === 0
}

function isEmpty({ keys, merged }: YamlMapping): boolean {
  return keys.length + merged.length === 0
}

interface Member {
  readonly key: YamlScalar
  readonly value: YamlTarget
}

type MembersOf = (mapping: YamlMapping) => readonly Member[]

/** More members than this are neither a root nor a plural. */
const MAX_MEMBERS = 7

/** Returns the first members of mappings, direct ones before merged ones; merges of merges are read once. */
function createMembersOf(): MembersOf {
  const membersBy = new Map<YamlMapping, readonly Member[]>()
  function read(mapping: YamlMapping): readonly Member[] {
    const members = new Map<string, Member>()
    const add = (member: Member) => {
      const name = `${member.key.type} ${member.key.text}`
      if (members.size < MAX_MEMBERS && !members.has(name)) members.set(name, member)
    }
    for (const [index, key] of mapping.keys.slice(0, MAX_MEMBERS).entries()) {
      const value = mapping.values[index]
      if (value) add({ key, value: targetOf(value) })
    }
    for (const merged of mapping.merged)
      for (const member of membersBy.get(merged) ?? []) add(member)
    return [...members.values()]
  }
  return (mapping) => {
    // Not recursive, since merges of merges can be as long as the file.
    const open = [{ mapping, next: 0 }]
    const seen = new Set([mapping])
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const merged = top.mapping.merged[top.next++]
      if (merged === undefined) {
        membersBy.set(top.mapping, membersBy.get(top.mapping) ?? read(top.mapping))
        open.pop()
      } else if (!membersBy.has(merged) && !seen.has(merged)) {
        seen.add(merged)
        open.push({ mapping: merged, next: 0 })
      }
    }
    return membersBy.get(mapping) ?? []
  }
}
