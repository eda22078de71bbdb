import { ParseError } from '../../src/errors.ts'
import { decodeUtf8, trim } from '../../src/text.ts'
import type { Entry, ParsedFile } from '../entry.ts'
import { unpackFolder } from '../folder.ts'
import type { Format } from '../format.ts'
import { appstoreDiscovery } from './appstore-discovery.ts'

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
  checkFlags: '',
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
    return {
      context: `${path}:1`,
      source: '',
      target: text,
      state: 'translated',
      note: '',
      explanation: '',
      flags: FLAGS.find(([names]) => names.test(name))?.[1] ?? '',
      location: `${path}:1`,
      position: index + 1,
      offset: 0,
    }
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
    const mark = MARK.every((byte, at) => content[at] === byte) ? '\ufeff' : ''
    return trim(mark + decodeUtf8(content).replace(/\r\n?/g, '\n'))
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    throw new ParseError(`${path}: ${cause.message}`, cause.line, cause.column, { cause })
  }
}

const MARK = [0xef, 0xbb, 0xbf]
