import { isAmbiguous, languageOfCode } from './code.ts'
import type { Contents } from './contents.ts'
import type { FileSet } from './file-set.ts'
import { type JsonShape, readableDialects } from './json-shape.ts'
import { isInTranslationDirectory } from './places.ts'
import {
  codesBut,
  type Findings,
  type FormatOptions,
  isSameContent,
  languageRegexFor,
  type NearMiss,
  type Proposal,
  splitOthers,
} from './proposal.ts'
import { findTemplate } from './template.ts'

/** Names of files that hold the developers' words beside the edited source texts. */
const developerNames: ReadonlySet<string> = new Set(['dev', 'devel', 'developer', 'development'])

/** Components of JSON files: `json` where all values of all files are texts, else `json-nested` (rule 5). */
export function findJson(options: FormatOptions): Findings {
  const proposals: Proposal[] = []
  const nearMisses: NearMiss[] = []
  for (const set of options.sets) {
    const found = judgeJson(set, options)
    if (typeof found === 'object') proposals.push(found)
    else if (found !== undefined) nearMisses.push({ filemask: set.filemask, explanation: found })
  }
  return { proposals, nearMisses }
}

/** A proposal, the reason against one, or undefined where nothing is worth saying. */
function judgeJson(set: FileSet, options: FormatOptions): Proposal | string | undefined {
  const { tree, contents, sourceLanguage } = options
  const paths = set.files.map(({ path }) => path)
  if (set.strength === 'alone') return judgeAlone(set, options)
  const shapes = paths.flatMap((path) => contents.shape(path) ?? [])
  const foreign = shapes.find(({ dialect }) => dialect && !readableDialects.has(dialect))
  if (foreign) return `The files have the form of ${foreign.dialect}, which is not supported.`
  const template = findTemplate({ tree, set, contents, format: 'json', sourceLanguage })
  if (!template) {
    return (
      bilingual(set, shapes, sourceLanguage) ??
      `No file holds the source texts: neither a file of ${sourceLanguage} nor one that has all keys of the others.`
    )
  }
  const templateShape = contents.shape(template.path)
  if (templateShape && templateShape.texts * 2 < templateShape.scalars) {
    return `Most values of ${template.path} are no texts: data, not translations.`
  }
  if (!isSameContent(paths, { contents, template: template.path, format: 'json' })) {
    return `The files do not share their keys with ${template.path}: data, not translations.`
  }
  const intermediate = findIntermediate(set, template.path, contents)
  const { translations, strays } = splitOthers(set, {
    contents,
    template: template.path,
    intermediate,
    format: 'json',
  })
  return {
    fileFormat: formatOf(templateShape ? [...shapes, templateShape] : shapes),
    filemask: set.filemask,
    template: template.path,
    intermediate,
    sourceLanguage: template.sourceLanguage,
    languageRegex: languageRegexFor(strays),
    isGlossary: false,
    languages: codesBut([...set.files, ...translations], template.path, intermediate),
    notes: [
      `the template is ${template.path}, ${template.reason}`,
      ...(intermediate ? [`${intermediate} holds the developers' texts`] : []),
      ...dialectNotes(shapes),
    ],
  }
}

/** One file alone is a component only when its keys are the source texts. */
function judgeAlone(
  set: FileSet,
  { contents, sourceLanguage }: FormatOptions,
): Proposal | string | undefined {
  const [file] = set.files
  const isLone = set.files.length === 1 && set.others.length === 0 && file !== undefined
  const isNamed = isLone && /(?:^|\/)\*\.[^/]*$/.test(set.filemask)
  if (isNamed && file.language?.code !== languageOfCode(sourceLanguage)?.code) {
    const found = bilingual(
      set,
      [contents.shape(file.path)].flatMap((one) => one ?? []),
      sourceLanguage,
    )
    if (found) return found
  }
  const isCertain = set.files.some(({ code }) => !isAmbiguous(code))
  if (!isInTranslationDirectory(set.filemask) || !isCertain) return undefined
  return 'There is one language only, it is not the source language, and its keys are no source texts.'
}

function bilingual(
  set: FileSet,
  shapes: readonly JsonShape[],
  sourceLanguage: string,
): Proposal | undefined {
  const isBilingual =
    shapes.length > 0 && shapes.every(({ isFlat, hasSentenceKeys }) => isFlat && hasSentenceKeys)
  if (!isBilingual) return undefined
  return {
    fileFormat: 'json',
    filemask: set.filemask,
    template: '',
    intermediate: '',
    sourceLanguage,
    languageRegex: languageRegexFor(set.others),
    isGlossary: false,
    languages: codesBut(set.files),
    notes: ['there is no template, as the keys are the source texts'],
  }
}

/** Where nothing is known of any file: nested, which reads both. */
function formatOf(shapes: readonly JsonShape[]): string {
  return shapes.length > 0 && shapes.every(({ isFlat }) => isFlat) ? 'json' : 'json-nested'
}

function findIntermediate(set: FileSet, template: string, contents: Contents): string {
  const keys = contents.keys(template, 'json')
  if (!keys || keys.size === 0) return ''
  const found = [...set.others, ...set.files].find(({ path, code }) => {
    if (!developerNames.has(code.toLowerCase())) return false
    const own = contents.keys(path, 'json')
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
  if (shapes.some(({ hasBraces }) => hasBraces)) {
    notes.push('texts hold {{names}}, which check_flags: i18next-interpolation checks')
  }
  for (const dialect of ['webextension', 'formatjs'] as const) {
    if (dialects.has(dialect)) {
      notes.push(`the files look like ${dialect}: their descriptions are units of their own`)
    }
  }
  return notes
}
