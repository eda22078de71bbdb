import { posix } from 'node:path'
import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import {
  canStandInMask,
  type DiscoveryRule,
  type DiscoveryTree,
  type Proposal,
} from '../discovery.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import type { FileVersion, Format } from '../format.ts'
import { isMapping } from '../json/dialect.ts'
import { readJson } from '../json/reader.ts'
import { isObject, type JsonObject, kindOf, memberOf } from '../json/value.ts'
import { pluralTags } from '../plural-tags.ts'
import { judgeEach } from '../template-discovery.ts'
import { aliasesOf, at, leavesOf, suffixOf, textAt } from './xcstrings-text.ts'

/** Discovers string catalogs: each file is a component with all its languages. */
const xcstringsDiscovery: DiscoveryRule = {
  files: /\.xcstrings$/i,
  find(tree) {
    const files = tree.paths.filter(canStandInMask).map((filemask) => ({ filemask }))
    return judgeEach(files, ({ filemask }) => judge(filemask, tree))
  },
}

/** The source language in the text of a catalog that an edit has broken. */
const SOURCE_LANGUAGE = /"sourceLanguage"\s*:\s*"([\w-]+)"/

function judge(path: string, tree: DiscoveryTree): Proposal | string {
  const catalog = tree.contents.json(path)
  const [, brokenSource] =
    catalog === undefined ? (SOURCE_LANGUAGE.exec(tree.contents.text(path) ?? '') ?? []) : []
  if (brokenSource !== undefined) return proposal(path, tree, brokenSource)
  const { sourceLanguage, strings } = isMapping(catalog) ? catalog : {}
  if (typeof sourceLanguage !== 'string' || !isMapping(strings)) {
    return 'It cannot be read as a string catalog.'
  }
  const codes = new Set(
    Object.values(strings).flatMap((string) => {
      const localizations = isMapping(string) ? string['localizations'] : undefined
      return isMapping(localizations) ? Object.keys(localizations) : []
    }),
  )
  codes.delete(sourceLanguage)
  if (codes.size === 0) return 'It has no translations yet.'
  return proposal(path, tree, sourceLanguage, [...codes].sort())
}

function proposal(
  path: string,
  tree: DiscoveryTree,
  sourceLanguage: string,
  languages: readonly string[] = [],
): Proposal {
  return {
    fileFormat: 'xcstrings',
    filemask: path,
    template: path,
    sourceLanguage: tree.languageOfCode(sourceLanguage)?.code ?? sourceLanguage,
    languages,
    notes: [`${posix.basename(path)} holds all languages`],
  }
}

/**
 * Apple's string catalog
 * (https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog): one file for all
 * languages. A key without a text in the source language is its own source text. Variations by device and substitutions are
 * entries of their own, with contexts as in Xcode's exports: `key|==|device.iphone`. The phrases of an App Shortcut are the
 * lines of one text.
 */
export const xcstrings: Format = {
  id: 'xcstrings',
  name: 'Apple String Catalog',
  extension: 'xcstrings',
  mediaType: 'application/json',
  template: 'always',
  isOwn: true,
  templateFlagsOnly: true,
  discovery: xcstringsDiscovery,
  decode: decodeUtf8,
  // Faults are reported when the texts are read.
  languages: (bytes) => languagesIn(readCatalog(bytes, () => {})),
  ...readersWith('c-format'),
  // In c-format, a lone `%` makes up for a missing `%@`.
  as2026: readersWith('objc-format'),
}

/** A file as last read, for another language. */
interface CatalogVersion extends FileVersion {
  readonly bytes: Uint8Array
  readonly catalog: Catalog
}

function readersWith(printfFlag: string): Pick<Format, 'parse' | 'readVersion'> {
  return {
    parse: (bytes, options) => entriesOf(readCatalog(bytes, options.onFault), options, printfFlag),
    readVersion(bytes, before, options): CatalogVersion {
      const former = before !== undefined && isCatalogVersion(before) ? before : undefined
      const isSame = former !== undefined && Buffer.compare(former.bytes, bytes) === 0
      const catalog = isSame ? former.catalog : readCatalog(bytes, options.onFault)
      return { ...entriesOf(catalog, options, printfFlag), bytes, catalog }
    },
  }
}

function isCatalogVersion(version: FileVersion): version is CatalogVersion {
  return 'catalog' in version
}

interface Catalog {
  readonly text: string
  readonly sourceLanguage: string
  readonly strings: readonly CatalogString[]
}

interface CatalogString {
  readonly key: string
  readonly string: JsonObject
  readonly offset: number
}

/** Throws ParseError if `strings` is missing, or its members are not objects. */
function readCatalog(bytes: Uint8Array, onFault: ParseOptions['onFault']): Catalog {
  const { text, value: top } = readJson(bytes, { onFault })
  if (!isObject(top)) throw parseErrorAt(text, 0, `expected an object, found ${kindOf(top)}`)
  const sourceLanguage = memberOf(top, 'sourceLanguage')
  const all = at(top, 'strings')
  if (typeof sourceLanguage !== 'string' || all === undefined) {
    throw parseErrorAt(text, 0, 'expected sourceLanguage and strings, as string catalogs have them')
  }
  const strings = all.keys.map((key, index) => {
    const string = all.values[index] ?? null
    const offset = all.offsets[index] ?? 0
    if (isObject(string)) return { key, string, offset }
    throw parseErrorAt(text, offset, `expected an object, found ${kindOf(string)}`)
  })
  return { text, sourceLanguage, strings }
}

/** Returns the source language, then all others in file order. */
function languagesIn({ sourceLanguage, strings }: Catalog): string[] {
  const codes = new Set([sourceLanguage])
  for (const { string } of strings) {
    for (const code of at(string, 'localizations')?.keys ?? []) codes.add(code)
  }
  return [...codes]
}

/** Many times the variations of real texts. */
const MAX_LEAVES = 100

function entriesOf(
  catalog: Catalog,
  { languageCode, isMonolingual }: ParseOptions,
  printfFlag: string,
): ParsedFile {
  const code = codeInCatalog(catalog, languageCode)
  const entries: Entry[] = []
  for (const { key, string, offset } of catalog.strings) {
    const localizations = at(string, 'localizations')
    const source = at(localizations, catalog.sourceLanguage)
    const localization = at(localizations, code)
    const isKept = memberOf(string, 'shouldTranslate') === false
    const start = localizations?.offsets[localizations.keys.indexOf(code)] ?? offset
    const leaves = leavesOf(source)
    if (leaves.length > MAX_LEAVES) {
      const message = `expected at most ${MAX_LEAVES} variations, found ${leaves.length}`
      throw parseErrorAt(catalog.text, offset, message)
    }
    for (const leaf of leaves) {
      const sourceText = textAt(source, leaf, pluralTags(catalog.sourceLanguage))?.target || key
      const isSource = code === catalog.sourceLanguage
      const text = isSource ? undefined : textAt(localization, leaf, pluralTags(code))
      const context = key + suffixOf(leaf)
      if (sourceText === '') continue
      entries.push({
        context,
        source: isMonolingual ? '' : sourceText,
        target: isSource ? sourceText : (text?.target ?? ''),
        state: isKept ? 'read-only' : isSource ? 'translated' : (text?.state ?? 'untranslated'),
        note: noteOf(string),
        explanation: '',
        flags: at(source, 'stringSet') ? 'ignore-newline-count' : flagsOf(sourceText, printfFlag),
        ...(text && { aliases: aliasesOf(source, localization, leaf) }),
        position: entries.length + 1,
        offset: start,
      })
    }
  }
  return { entries }
}

/** Returns the code in the file: `pt-BR` for `pt_BR`, and the source language's `en-US` for `en`. */
function codeInCatalog(catalog: Catalog, languageCode: string): string {
  const simple = (code: string) => code.toLowerCase().replaceAll('_', '-')
  const simpleCode = simple(languageCode)
  const { sourceLanguage } = catalog
  const exact = languagesIn(catalog).find((code) => simple(code) === simpleCode)
  return (
    exact ?? (simple(sourceLanguage).startsWith(`${simpleCode}-`) ? sourceLanguage : languageCode)
  )
}

/** Returns the developers' comment, and a note if Xcode no longer finds the text in the program. */
function noteOf(string: JsonObject): string {
  const comment = memberOf(string, 'comment')
  const isStale = memberOf(string, 'extractionState') === 'stale'
  const lines = [
    typeof comment === 'string' ? comment : '',
    isStale ? 'Stale: not found in the code' : '',
  ]
  return lines.filter((line) => line !== '').join('\n')
}

const SUBSTITUTION = /%(?:\d+\$)?#@\w+@|%arg/
/** Placeholders that may stand for `%arg`. */
const NUMBER = /%(?:hh?|ll?|[qjzt])?[diux]\b/
const CONVERSION =
  /(?<![\d%])%(?:\d+\$)?[-+0#]*(?:[1-9]\d*)?(?:\.\d+)?(?:@|(?:hh?|ll?|[zjt])?[duxXofgeEcsp](?![a-zA-Z]))/

/** Returns the flags that guard the placeholders of a text: those of printf, or of substitutions. */
function flagsOf(source: string, printfFlag: string): string {
  if (source.includes('%arg')) return `placeholders:r"${SUBSTITUTION.source}|${NUMBER.source}"`
  if (SUBSTITUTION.test(source)) return `placeholders:r"${SUBSTITUTION.source}"`
  return CONVERSION.test(source) ? printfFlag : ''
}
