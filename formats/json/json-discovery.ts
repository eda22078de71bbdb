import { isBilingualSet } from '../bilingual-discovery.ts'
import {
  type Contents,
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  isSameContent,
  type Template,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import {
  explainForeign,
  explainMissing,
  hasWords,
  type Judgement,
  judgeSets,
  proposalOfSources,
  proposalWithTemplate,
} from '../template-discovery.ts'
import { isMapping, type JsonDialect } from './dialect.ts'
import { gotext } from './gotext.ts'
import { mediawikiJson } from './mediawiki-json.ts'
import { nextcloudJson } from './nextcloud-json.ts'
import { type JsonShape, shapeOf } from './shape.ts'
import { webextension } from './webextension.ts'

/** File names of the developers' texts beside edited source texts. */
const DEVELOPER_NAMES: ReadonlySet<string> = new Set(['dev', 'devel', 'developer', 'development'])

/**
 * Components of JSON files: of the program whose form they have, else `json` where all values of all files are texts, else
 * `json-nested`.
 */
export const jsonDiscovery: DiscoveryRule = {
  files: /\.json$/i,
  find(tree, format) {
    const defaults = findDefaults(tree)
    const named = new Set([...defaults.values()].map(({ path }) => path))
    const paths = tree.paths.filter((path) => !GENERATED.test(path) && !named.has(path))
    const judge = (set: FileSet) => judgeJson(set, tree, format, defaults)
    const { proposals, nearMisses } = judgeSets(tree.sets(paths, { needsReason: true }), judge)
    const masks = new Set([...proposals, ...nearMisses].map(({ filemask }) => filemask))
    for (const filemask of defaults.keys()) {
      if (masks.has(filemask)) continue
      const judgement = judge({ filemask, files: [], others: [], strength: 'source' })
      if (typeof judgement === 'object') proposals.push(judgement)
    }
    return { proposals, nearMisses }
  },
}

/**
 * Returns a proposal, a reason against one, or undefined if there is nothing to say. `plain` reads files without a
 * dialect; `defaults` are templates identified by their names, by filemask.
 */
function judgeJson(
  set: FileSet,
  tree: DiscoveryTree,
  plain: EntryReader,
  defaults: ReadonlyMap<string, Template>,
): Judgement {
  const { contents } = tree
  const paths = set.files.map(({ path }) => path)
  const named = findGenerated(set, tree) ?? defaults.get(set.filemask)
  const template = named ?? tree.findTemplate(set, plain, browserLanguage(set, tree))
  if (set.strength === 'alone' && !named && !isBeside(template, set, tree, plain)) {
    return judgeAlone(set, tree)
  }
  const shapes = paths.flatMap((path) => shapeOf(contents.json(path)) ?? [])
  const isOfSources = shapes[0]?.dialect === nextcloudJson && isBilingualSet(set, tree)
  if (isOfSources) return proposalOfSources(set, tree, nextcloudJson.id)
  const templateShape = template && shapeOf(contents.json(template.path))
  const dialect = defaults.has(set.filemask)
    ? undefined
    : (dialectOf(set, templateShape, shapes) ?? wikiDialect(template, shapes, contents))
  const format = dialect ?? plain
  if (dialect === undefined && shapes.some(({ hasNamedItems }) => hasNamedItems)) {
    return 'The texts are in lists of objects with names, which no format reads.'
  }
  if (!template || template.isGuess) {
    const sources = haveSources(shapes) ? proposalOfSources(set, tree, 'json') : undefined
    if (sources || !template) return sources ?? explainMissing(set, tree)
  }
  if (dialect === undefined && templateShape && templateShape.texts * 2 < templateShape.scalars) {
    return `Most values of ${template.path} are not texts: data, not translations.`
  }
  if (!isSameContent(paths, template.path, format, contents)) {
    return areBelowCodes(set, tree)
      ? 'Each file holds its texts below the code of its language, which no format of JSON reads.'
      : explainForeign(template.path)
  }
  const keysOf = (path: string) => contents.keys(path, format)
  const allShapes = templateShape ? [...shapes, templateShape] : shapes
  return proposalWithTemplate(set, tree, {
    fileFormat: dialect?.id ?? formatOf(allShapes),
    format,
    template,
    intermediate: findIntermediate(set, template.path, keysOf),
    keyFilter: dialect === mediawikiJson ? '' : keyFilterFor(allShapes),
  })
}

/** Returns whether each file has its texts below the code of its language. */
function areBelowCodes({ files }: FileSet, { contents, languageOfCode }: DiscoveryTree): boolean {
  return files.every(({ path, language }) => {
    const json = contents.json(path)
    const [key = '', ...others] = isMapping(json) ? Object.keys(json) : []
    return language && others.length === 0 && language.code === languageOfCode(key)?.code
  })
}

/** What gotext writes beside translations: source texts, and already translated ones. */
const GENERATED = /(?:^|\/)out\.gotext\.json$/

/** Returns the source texts that gotext writes for a set of translations. */
function findGenerated({ filemask }: FileSet, tree: DiscoveryTree): Template | undefined {
  const mask = filemask.replace(/(^|\/)messages(?=\.gotext\.json$)/, '$1out')
  if (mask === filemask) return undefined
  const sets = tree.sets(tree.paths.filter((path) => GENERATED.test(path)))
  const set = sets.find((set) => set.filemask === mask)
  return set && tree.findTemplate(set, gotext)
}

/** Themes of Shopify name the file of the source language: https://shopify.dev/docs/storefronts/themes/architecture/locales */
const DEFAULT = /^((?:.*\/)?)([^/.]+)\.default((?:\.schema)?\.json)$/i

function findDefaults({ paths, languageOfCode, isUsableMask }: DiscoveryTree) {
  const defaults = new Map<string, Template>()
  for (const path of paths) {
    const [, folder = '', code = '', end = ''] = DEFAULT.exec(path) ?? []
    const language = languageOfCode(code)
    const filemask = `${folder}*${end}`
    if (!language || !isUsableMask(filemask) || defaults.has(filemask)) continue
    const sourceLanguage = language.code
    defaults.set(filemask, { path, sourceLanguage, reason: 'the file of the default language' })
  }
  return defaults
}

/** Returns whether a single translation lies beside a template that has no language and consists of words. */
function isBeside(
  template: Template | undefined,
  { files, filemask }: FileSet,
  { contents, isAmbiguous, isInTranslationDirectory }: DiscoveryTree,
  format: EntryReader,
): template is Template {
  if (!template || template.isGuess) return false
  if (files.every(({ path, code }) => path === template.path || isAmbiguous(code))) return false
  const entries = contents.entries(template.path, format) ?? []
  return entries.length > 0 && (isInTranslationDirectory(filemask) || hasWords(entries))
}

/** A single file is a component only if its keys are the source texts. */
function judgeAlone(set: FileSet, tree: DiscoveryTree): Judgement {
  const { contents, sourceLanguage } = tree
  const [file] = set.files
  const hasOthers = set.others.some(({ kind }) => kind !== 'ignored')
  const isLone = set.files.length === 1 && !hasOthers && file !== undefined
  const isNamed = isLone && /(?:^|\/)\*\.[^/]*$/.test(set.filemask)
  if (isNamed && file.language?.code !== tree.languageOfCode(sourceLanguage)?.code) {
    const shape = shapeOf(contents.json(file.path))
    if (shape?.dialect === nextcloudJson) return proposalOfSources(set, tree, nextcloudJson.id)
    if (shape && haveSources([shape])) return proposalOfSources(set, tree, 'json')
  }
  return explainMissing(set, tree)
}

function haveSources(shapes: readonly JsonShape[]): boolean {
  return (
    shapes.length > 0 && shapes.every(({ isFlat, hasSentenceKeys }) => isFlat && hasSentenceKeys)
  )
}

/**
 * Returns the shape of the template, otherwise of the first file that has one; messages of browsers may have comments.
 */
function dialectOf(
  { filemask }: FileSet,
  template: JsonShape | undefined,
  shapes: readonly JsonShape[],
): JsonDialect | undefined {
  const isBrowser = /(?:^|\/)_locales\/\*\/messages\.json$/.test(filemask)
  if (isBrowser && (template === undefined || template.dialect === undefined)) return webextension
  // translatewiki.net adds authors to translations of any program.
  const isForm = ({ dialect }: JsonShape) => dialect !== undefined && dialect !== mediawikiJson
  return template?.dialect ?? shapes.find(isForm)?.dialect
}

const WIKI = /\$\d|\{\{(?:PLURAL|GENDER|GRAMMAR):/

/** Returns whether files are MediaWiki's: they name authors, and the source texts have its placeholders. */
function wikiDialect(
  template: Template | undefined,
  shapes: readonly JsonShape[],
  contents: Contents,
): JsonDialect | undefined {
  const isNamed = shapes.some(({ foreignKeys }) => foreignKeys.includes('@metadata'))
  return isNamed && template && WIKI.test(contents.text(template.path) ?? '')
    ? mediawikiJson
    : undefined
}

function browserLanguage(
  { filemask }: FileSet,
  { contents, languageOfCode }: DiscoveryTree,
): string | undefined {
  const [, folder] = /^((?:.*\/)?)_locales\/\*\/messages\.json$/.exec(filemask) ?? []
  const manifest = folder === undefined ? undefined : contents.json(`${folder}manifest.json`)
  const language = isMapping(manifest) ? manifest['default_locale'] : undefined
  return typeof language === 'string' ? languageOfCode(language)?.code : undefined
}

/** If nothing is known about any file: nested, which reads both. */
function formatOf(shapes: readonly JsonShape[]): string {
  return shapes.length > 0 && shapes.every(({ isFlat }) => isFlat) ? 'json' : 'json-nested'
}

/** All keys except top-level ones for tools. */
function keyFilterFor(shapes: readonly JsonShape[]): string {
  const keys = new Set(shapes.flatMap(({ foreignKeys }) => foreignKeys))
  if (keys.size === 0) return ''
  return `^(?!(?:${[...keys].map((key) => key.replace(/\W/g, '\\$&')).join('|')})(?:$|[.[]))`
}

function findIntermediate(
  set: FileSet,
  template: string,
  keysOf: (path: string) => ReadonlySet<string> | undefined,
): string {
  const keys = keysOf(template)
  if (!keys || keys.size === 0) return ''
  const file = [...set.others, ...set.files].find(({ path, code }) => {
    if (!DEVELOPER_NAMES.has(code.toLowerCase())) return false
    const fileKeys = keysOf(path)
    return fileKeys !== undefined && [...keys].every((key) => fileKeys.has(key))
  })
  return file?.path ?? ''
}
