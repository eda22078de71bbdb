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
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { type JsonShape, readableDialects, shapeOf } from './shape.ts'

/** Names of files that hold the developers' words beside the edited source texts. */
const DEVELOPER_NAMES: ReadonlySet<string> = new Set(['dev', 'devel', 'developer', 'development'])

/** Components of JSON files: `json` where all values of all files are texts, else `json-nested` (rule 5). */
export const jsonDiscovery: DiscoveryRule = {
  files: /\.json$/i,
  find(tree, format) {
    const proposals: Proposal[] = []
    const nearMisses: NearMiss[] = []
    for (const set of tree.sets(tree.paths, { needsWholeName: true })) {
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
  format: EntryReader,
): Proposal | string | undefined {
  const { contents, sourceLanguage } = tree
  const paths = set.files.map(({ path }) => path)
  if (set.strength === 'alone') return judgeAlone(set, tree)
  const shapes = paths.flatMap((path) => shapeOf(contents.json(path)) ?? [])
  const foreign = shapes.find(({ dialect }) => dialect && !readableDialects.has(dialect))
  if (foreign) return `The files have the form of ${foreign.dialect}, which is not supported.`
  const template = tree.findTemplate(set, format)
  if (!template) {
    return (
      bilingual(set, shapes, tree) ??
      `No file holds the source texts: neither a file of ${sourceLanguage} nor one that has all keys of the others.`
    )
  }
  const templateShape = shapeOf(contents.json(template.path))
  if (templateShape && templateShape.texts * 2 < templateShape.scalars) {
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
    fileFormat: formatOf(templateShape ? [...shapes, templateShape] : shapes),
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
      ...dialectNotes(shapes),
    ],
  }
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

function dialectNotes(shapes: readonly JsonShape[]): string[] {
  const dialects = new Set(shapes.flatMap(({ dialect }) => dialect ?? []))
  const notes: string[] = []
  if (dialects.has('i18next')) {
    notes.push(
      'keys have the plural endings of i18next: each form (_one, _other) is a unit of its own',
    )
  }
  for (const dialect of ['webextension', 'formatjs'] as const) {
    if (dialects.has(dialect)) {
      notes.push(`the files look like ${dialect}: their descriptions are units of their own`)
    }
  }
  return notes
}
