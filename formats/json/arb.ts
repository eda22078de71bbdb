import { posix } from 'node:path'
import { parse } from 'yaml'
import { parseErrorAt } from '../../src/text.ts'
import {
  type Contents,
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  type Findings,
  pathsOutside,
  type Template,
} from '../discovery.ts'
import type { Entry, EntryReader, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { type Judgement, judgeEach, proposalWithTemplate } from '../template-discovery.ts'
import { describedEntries, describedReaders, membersOf, objectAt } from './described.ts'
import { isMapping, JSON_FACTS } from './dialect.ts'
import { placeholderFlags } from './placeholders.ts'
import { isTruthy, scalarText } from './python-text.ts'
import { type JsonDocument, readJson } from './reader.ts'
import { type JsonValue, kindOf, type ReadMember } from './value.ts'

/**
 * Discovers ARB files: the template is the one in `l10n.yaml`, otherwise the only file with `@key` metadata, otherwise
 * chosen as for other formats. `intl_messages.arb` is the template only if there is no other.
 */
const arbDiscovery: DiscoveryRule = {
  files: /\.arb$|(?:^|\/)l10n\.yaml$/i,
  find: findArb,
}

/**
 * Application resource bundle (https://github.com/google/app-resource-bundle): the members of one object. `@key` holds
 * the description (note) and placeholders (flags) of `key`; other keys that start with `@` mean nothing.
 */
export const arb: Format = {
  ...JSON_FACTS,
  id: 'arb',
  name: 'ARB file',
  extension: 'arb',
  checkFlags: 'icu-message-format',
  templateFlagsOnly: true,
  discovery: arbDiscovery,
  ...describedReaders(messagesIn, (bytes, { onFault }) => readJson(bytes, { onFault })),
}

function messagesIn(
  { text, value: top }: JsonDocument,
  options: ParseOptions,
  readMember: ReadMember,
): Entry[] {
  const members = membersOf(top, text)
  const membersByKey = new Map(members.map((member) => [member.key, member]))
  const messages = members.filter(({ key }) => !key.startsWith('@'))
  return describedEntries(messages, text, options, ({ key, value, offset }) => {
    if (!isMessage(value)) {
      throw parseErrorAt(text, offset, `expected a string at "${key}", found ${kindOf(value)}`)
    }
    const described = membersByKey.get(`@${key}`)
    const metadata = described && objectAt(described, text)
    return {
      key,
      target: scalarText(value),
      isTranslated: isTruthy(value),
      note: metadata && readMember(metadata, 'description', 'text'),
      flags: placeholderFlags(metadata && readMember(metadata, 'placeholders', 'object')),
    }
  })
}

/** Strings, integers and booleans are messages: to Python, booleans are integers. */
function isMessage(value: JsonValue): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return true
  return value !== null && value.kind === 'number' && value.isInteger
}

function findArb(tree: DiscoveryTree, format: EntryReader): Findings {
  const { contents, paths } = tree
  const files = paths.filter((path) => /\.arb$/i.test(path))
  const sets = tree.sets(files)
  const named = new Map(
    paths
      .filter((path) => posix.basename(path) === 'l10n.yaml')
      .map((path) => [templateNamedBy(path, contents), path]),
  )
  const { proposals, nearMisses } = judgeEach(sets, judgeSet)
  function judgeSet(set: FileSet): Judgement {
    const template = namedTemplate(set, named, tree) ?? otherTemplate(set, tree, format)
    const messages = messagesOf(set, tree)
    if (set.strength === 'alone' && !(template && named.has(template.path))) {
      return 'There is one language, and no l10n.yaml names its file as the template.'
    }
    if (!template) {
      return 'No file holds the source texts: neither one named by l10n.yaml nor one of the source language.'
    }
    const sourceLanguage = localeOf(template.path, tree) ?? template.sourceLanguage
    return proposalWithTemplate(set, tree, {
      fileFormat: format.id,
      format,
      template: { ...template, sourceLanguage },
      intermediate: messages === template.path ? '' : messages,
    })
  }
  const used = new Set(proposals.flatMap(({ template, intermediate }) => [template, intermediate]))
  const explanation = 'Its name contains no language.'
  for (const filemask of pathsOutside(sets, files)) {
    if (!used.has(filemask)) nearMisses.push({ filemask, explanation })
  }
  return { proposals, nearMisses }
}

/** Returns the path in a `l10n.yaml`, with Flutter's defaults: https://docs.flutter.dev/ui/internationalization */
function templateNamedBy(path: string, contents: Contents): string {
  const settings = readSettings(contents.text(path) ?? '')
  const folder = settings.get('arb-dir') ?? 'lib/l10n'
  const file = settings.get('template-arb-file') ?? 'app_en.arb'
  return posix.join(posix.dirname(path), folder, file)
}

function readSettings(text: string): ReadonlyMap<string, string> {
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    // For a broken file the defaults hold.
  }
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function namedTemplate(
  set: FileSet,
  named: ReadonlyMap<string, string>,
  tree: DiscoveryTree,
): Template | undefined {
  const file = set.files.find(({ path }) => named.has(path))
  const bare = set.filemask.replace(/[-_.]\*/g, '')
  const path = file?.path ?? (named.has(bare) ? bare : undefined)
  if (path === undefined || !tree.isFile(path)) return undefined
  const { sourceLanguage } = tree
  const code = file?.language?.code ?? sourceLanguage
  const isSource = code === tree.languageOfCode(sourceLanguage)?.code
  return {
    path,
    sourceLanguage: isSource ? sourceLanguage : code,
    reason: `which ${named.get(path)} names`,
  }
}

function otherTemplate(
  set: FileSet,
  tree: DiscoveryTree,
  format: EntryReader,
): Template | undefined {
  const { contents, sourceLanguage } = tree
  const described = set.files.filter(({ path }) => hasMetadata(contents.json(path)))
  const [only] = described
  if (only?.language && described.length === 1) {
    const { path, language } = only
    return { path, sourceLanguage: language.code, reason: 'the one file with @key metadata' }
  }
  const usual = tree.findTemplate(set, format)
  const messages = messagesOf(set, tree)
  if (usual || messages === '') return usual
  return { path: messages, sourceLanguage, reason: 'the only file without a language' }
}

/** Returns `intl_messages.arb` of `intl_*.arb`; `''` if there is none. */
function messagesOf({ filemask }: FileSet, tree: DiscoveryTree): string {
  const path = filemask.replaceAll('*', 'messages')
  return tree.isFile(path) ? path : ''
}

function hasMetadata(value: unknown): boolean {
  return (
    isMapping(value) &&
    Object.entries(value).some(([key, member]) => /^@[^@]/.test(key) && typeof member === 'object')
  )
}

/** Returns the language that a file declares in `@@locale`. */
function localeOf(path: string, { contents, languageOfCode }: DiscoveryTree): string | undefined {
  const value = contents.json(path)
  const locale = isMapping(value) ? value['@@locale'] : undefined
  return typeof locale === 'string' ? languageOfCode(locale)?.code : undefined
}
