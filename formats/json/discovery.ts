import { bilingualProposal } from '../bilingual-discovery.ts'
import {
  codesBut,
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  isSameContent,
  languageRegexFor,
  type NearMiss,
  type Proposal,
  splitOthers,
  strayNotes,
  type Template,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { formatjs } from './formatjs.ts'
import { goI18n, goI18nV2 } from './go-i18n.ts'
import { gotext } from './gotext.ts'
import { i18next, i18nextv4 } from './i18next.ts'
import { type JsonDialect, type JsonShape, shapeOf } from './shape.ts'
import { webextension } from './webextension.ts'

/** Names of files that hold the developers' words beside the edited source texts. */
const DEVELOPER_NAMES: ReadonlySet<string> = new Set(['dev', 'devel', 'developer', 'development'])

/** What reads the dialects. */
const READERS: ReadonlyMap<string | undefined, EntryReader> = new Map(
  [i18nextv4, i18next, webextension, formatjs, goI18n, goI18nV2, gotext].map((one) => [
    one.id,
    one,
  ]),
)

/**
 * Components of JSON files: of the program whose form they have, else `json` where all values of all files are texts, else
 * `json-nested` (rule 5).
 */
export const jsonDiscovery: DiscoveryRule = {
  files: /\.json$/i,
  find(tree, format) {
    const proposals: Proposal[] = []
    const nearMisses: NearMiss[] = []
    const paths = tree.paths.filter((path) => !GENERATED.test(path))
    for (const set of tree.sets(paths, { needsWholeName: true })) {
      const found = judgeJson(set, tree, format)
      if (typeof found === 'object') proposals.push(found)
      else if (found !== undefined) nearMisses.push({ filemask: set.filemask, explanation: found })
    }
    return { proposals, nearMisses }
  },
}

/** A proposal, the reason against one, or undefined where nothing is worth saying. */
function judgeJson(
  set: FileSet,
  tree: DiscoveryTree,
  plain: EntryReader,
): Proposal | string | undefined {
  const { contents, sourceLanguage } = tree
  const paths = set.files.map(({ path }) => path)
  const generated = findGenerated(set, tree)
  if (set.strength === 'alone' && !generated) return judgeAlone(set, tree)
  const shapes = paths.flatMap((path) => shapeOf(contents.json(path)) ?? [])
  const template = generated ?? tree.findTemplate(set, plain)
  const templateShape = template && shapeOf(contents.json(template.path))
  const dialect = dialectOf(set, templateShape, shapes)
  const format = READERS.get(dialect) ?? plain
  if (dialect !== undefined && format === plain) {
    return `The files have the form of ${dialect}, which is not supported.`
  }
  if (!template) {
    return (
      bilingual(set, shapes, tree) ??
      `No file holds the source texts: neither a file of ${sourceLanguage} nor one that has all keys of the others.`
    )
  }
  if (dialect === undefined && templateShape && templateShape.texts * 2 < templateShape.scalars) {
    return `Most values of ${template.path} are no texts: data, not translations.`
  }
  if (!isSameContent(paths, { contents, template: template.path, format })) {
    return `The files do not share their keys with ${template.path}: data, not translations.`
  }
  const keysOf = (path: string) => contents.keys(path, format)
  const intermediate = findIntermediate(set, template.path, keysOf)
  const { translations, strays } = splitOthers(set, {
    contents,
    template: template.path,
    intermediate,
    format,
  })
  return {
    fileFormat: dialect ?? formatOf(templateShape ? [...shapes, templateShape] : shapes),
    filemask: set.filemask,
    template: template.path,
    intermediate,
    newBase: '',
    sourceLanguage: template.sourceLanguage,
    languageRegex: languageRegexFor(strays),
    isGlossary: false,
    languages: codesBut([...set.files, ...translations], template.path, intermediate),
    notes: [
      `the template is ${template.path}, ${template.reason}`,
      ...(intermediate ? [`${intermediate} holds the developers' texts`] : []),
      ...strayNotes(strays),
    ],
  }
}

/** What gotext writes beside the translations: source texts, and those that are translated already. */
const GENERATED = /(?:^|\/)out\.gotext\.json$/

/** The source texts that gotext writes for a set of its translations. */
function findGenerated({ filemask }: FileSet, tree: DiscoveryTree): Template | undefined {
  const mask = filemask.replace(/(^|\/)messages(?=\.gotext\.json$)/, '$1out')
  if (mask === filemask) return undefined
  const sets = tree.sets(tree.paths.filter((path) => GENERATED.test(path)))
  const set = sets.find((one) => one.filemask === mask)
  return set && tree.findTemplate(set, gotext)
}

/** One file alone is a component only when its keys are the source texts. */
function judgeAlone(set: FileSet, tree: DiscoveryTree): Proposal | string | undefined {
  const { contents, sourceLanguage } = tree
  const [file] = set.files
  const isLone = set.files.length === 1 && set.others.length === 0 && file !== undefined
  const isNamed = isLone && /(?:^|\/)\*\.[^/]*$/.test(set.filemask)
  if (isNamed && file.language?.code !== tree.languageOfCode(sourceLanguage)?.code) {
    const shape = shapeOf(contents.json(file.path))
    const found = bilingual(set, shape === undefined ? [] : [shape], tree)
    if (found) return found
  }
  const isCertain = set.files.some(({ code }) => !tree.isAmbiguous(code))
  if (!tree.isInTranslationDirectory(set.filemask) || !isCertain) return undefined
  return 'There is one language only, it is not the source language, and its keys are no source texts.'
}

function bilingual(
  set: FileSet,
  shapes: readonly JsonShape[],
  tree: DiscoveryTree,
): Proposal | undefined {
  const isBilingual =
    shapes.length > 0 && shapes.every(({ isFlat, hasSentenceKeys }) => isFlat && hasSentenceKeys)
  if (!isBilingual) return undefined
  return bilingualProposal(set, tree, {
    fileFormat: 'json',
    newBase: '',
    sourceLanguage: tree.sourceLanguage,
    notes: ['there is no template, as the keys are the source texts'],
  })
}

/** What the template looks like, else the first file that has a form at all; messages of browsers may have comments. */
function dialectOf(
  { filemask }: FileSet,
  template: JsonShape | undefined,
  shapes: readonly JsonShape[],
): JsonDialect | undefined {
  const isBrowser = /(?:^|\/)_locales\/\*\/messages\.json$/.test(filemask)
  if (isBrowser && (template === undefined || template.dialect === undefined)) return 'webextension'
  return template?.dialect ?? shapes.find(({ dialect }) => dialect !== undefined)?.dialect
}

/** Where nothing is known of any file: nested, which reads both. */
function formatOf(shapes: readonly JsonShape[]): string {
  return shapes.length > 0 && shapes.every(({ isFlat }) => isFlat) ? 'json' : 'json-nested'
}

function findIntermediate(
  set: FileSet,
  template: string,
  keysOf: (path: string) => ReadonlySet<string> | undefined,
): string {
  const keys = keysOf(template)
  if (!keys || keys.size === 0) return ''
  const found = [...set.others, ...set.files].find(({ path, code }) => {
    if (!DEVELOPER_NAMES.has(code.toLowerCase())) return false
    const own = keysOf(path)
    return own !== undefined && [...keys].every((key) => own.has(key))
  })
  return found?.path ?? ''
}
