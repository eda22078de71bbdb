import { ParseError } from '../../src/errors.ts'
import { decodeUtf8, hasUtf8Mark, trim } from '../../src/text.ts'
import {
  canStandInMask,
  type DiscoveryRule,
  type DiscoveryTree,
  type Proposal,
  sourceAmong,
} from '../discovery.ts'
import { type Entry, type ParsedFile, textEntry } from '../entry.ts'
import { unpackFolder } from '../folder.ts'
import type { Format } from '../format.ts'

/** What lies beside the languages of an app for Apple's store: fastlane's files, and the folder of another store. */
const NO_LANGUAGES =
  '^(?!(?:android|default|review_information|trade_representative_contact_information)$)[^.]+$'

/** Names of an app's descriptions; two of them in a folder identify it. */
const FILES =
  /(?:^|\/)(?:title|(?:short|full)[_-]description|video|video-url|name|subtitle|keywords|description|promotional_text|release_notes)\.txt$/

/** Discovers app store metadata: the folder of languages whose folders hold the descriptions of an app. */
const appstoreDiscovery: DiscoveryRule = {
  files: FILES,
  find(tree, { id }) {
    const proposals = [...collect(tree)].flatMap(([parent, folders]) => {
      return judge(parent, folders, tree, id) ?? []
    })
    return { proposals, nearMisses: [] }
  },
}

/** Returns the names of files in language folders, by parent folder. */
type Folders = ReadonlyMap<string, ReadonlySet<string>>

function collect({ paths, languageOfCode, isUsableMask }: DiscoveryTree): Map<string, Folders> {
  const parents = new Map<string, Map<string, Set<string>>>()
  for (const path of paths) {
    const [, parent = '', code = '', name = ''] = /^(.*\/)?([^/]+)\/([^/]+)$/.exec(path) ?? []
    if (!languageOfCode(code) || !canStandInMask(path) || !isUsableMask(`${parent}*`)) continue
    const folders = parents.get(parent) ?? new Map<string, Set<string>>()
    parents.set(parent, folders)
    folders.set(code, (folders.get(code) ?? new Set()).add(name))
  }
  return parents
}

function judge(
  parent: string,
  folders: Folders,
  tree: DiscoveryTree,
  fileFormat: string,
): Proposal | undefined {
  const codes = [...folders.keys()].sort()
  const source = sourceAmong(codes, tree)
  const names = source === undefined ? undefined : folders.get(source)
  if (source === undefined || names === undefined || names.size < 2) return undefined
  const isApple = names.has('name.txt') || names.has('description.txt')
  return {
    fileFormat,
    filemask: `${parent}*`,
    template: parent + source,
    sourceLanguage: tree.languageOfCode(source)?.code ?? tree.sourceLanguage,
    languageRegex: isApple ? NO_LANGUAGES : '',
    languages: codes.filter((code) => code !== source),
    notes: [`the template is ${parent}${source}, whose text files describe an app`],
  }
}

/**
 * Descriptions of an app for stores, as fastlane, Gradle Play Publisher and F-Droid keep them: a folder per language,
 * whose text files are an entry each.
 */
export const appstore: Format = {
  id: 'appstore',
  name: 'App store metadata files',
  extension: 'txt',
  mediaType: 'text/plain',
  template: 'always',
  folder: /\.txt$/,
  as2026: { revisionEnd: ':1' },
  discovery: appstoreDiscovery,
  decode: () => '',
  parse: parseAppstore,
}

/** Most characters that stores allow in a file, by name without extension. */
const FLAGS: readonly (readonly [names: RegExp, flags: string])[] = [
  [/^(?:title|name|subtitle)$/, 'max-length:30'],
  [/^short[_-]description$/, 'max-length:80'],
  [/^(?:full[_-])?description$|^release_notes$/, 'max-length:4000'],
  [/^keywords$/, 'max-length:100'],
  [/^promotional_text$/, 'max-length:170'],
  [/^(?:changelogs|release-notes)\//, 'max-length:500'],
  [/^video$|^video-url$/, 'max-length:256, url'],
  [/_url$/, 'url'],
]

/** The first entries, in this order; all others follow, changelogs last. */
const FIRST = [/^title$/, /^short[_-]description$/, /^full[_-]description$/]
const CHANGELOG = /^changelogs\//

function parseAppstore(bytes: Uint8Array): ParsedFile {
  const texts = Array.from(unpackFolder(bytes), ([path, content]) => ({
    path,
    name: path.replace(/\.txt$/, ''),
    text: textOf(path, content),
  }))
  const ordered = texts
    .filter(({ text }) => text !== '')
    .sort((a, b) => rankOf(a.name) - rankOf(b.name))
  const entries = ordered.map(({ path, name, text }, index): Entry => {
    const location = `${path}:1`
    const flags = FLAGS.find(([names]) => names.test(name))?.[1] ?? ''
    return { ...textEntry(location, text, index + 1, 0), flags, location }
  })
  return { entries }
}

function rankOf(name: string): number {
  const rank = FIRST.findIndex((names) => names.test(name))
  if (rank !== -1) return rank
  return CHANGELOG.test(name) ? FIRST.length + 1 : FIRST.length
}

/** Returns the trimmed text of a file with LF line ends. Throws ParseError, which names the file. */
function textOf(path: string, content: Uint8Array): string {
  try {
    // A byte order mark is part of the text.
    const mark = hasUtf8Mark(content) ? '\ufeff' : ''
    return trim(mark + decodeUtf8(content).replace(/\r\n?/g, '\n'))
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    throw new ParseError(`${path}: ${cause.message}`, cause.line, cause.column, { cause })
  }
}
