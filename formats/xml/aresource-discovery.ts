import {
  canStandInMask,
  type DiscoveryRule,
  type DiscoveryTree,
  noLanguageNotes,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { type Judgement, judgeEach } from '../template-discovery.ts'

/** A file of a `values` folder, with its namesakes in `values-*`. */
interface Resource {
  readonly folder: string
  readonly name: string
  readonly filemask: string
  /** All files of the `values` folder. */
  readonly beside: readonly string[]
  template: string | undefined
  /** Path by what follows `values-`. */
  readonly qualified: Map<string, string>
}

/** Qualifiers of languages: https://developer.android.com/guide/topics/resources/providing-resources */
const QUALIFIER = '(b\\+[A-Za-z0-9+]+|[a-z]{2,3}(-r([A-Z]{2}|[0-9]{3}))?)$'
/** `car` is the car dock, not a language, and `qqq` holds translatewiki.net's notes for translators. */
const NO_LANGUAGES = ['car', 'qqq']
const LANGUAGE = new RegExp(`^(?!(?:${NO_LANGUAGES.join('|')})$)${QUALIFIER}`)

/**
 * Discovers Android resources: a component for each file with a translation of the same name.
 */
export const aresourceDiscovery: DiscoveryRule = {
  files: /\.xml$|(?:^|\/)res\/resources\.properties$/i,
  find: (tree, format) => judgeEach(collect(tree), (resource) => judge(resource, tree, format)),
}

function collect({ paths, isUsableMask }: DiscoveryTree): Resource[] {
  const resources = new Map<string, Resource>()
  const values = new Map<string, string[]>()
  for (const path of paths) {
    const [, folder, qualifier, name] = /^(.+)\/values(?:-([^/]+))?\/([^/]+\.xml)$/.exec(path) ?? []
    if (folder === undefined || name === undefined || !canStandInMask(path)) continue
    const key = `${folder}/${name}`
    let resource = resources.get(key)
    if (!resource) {
      const beside = values.get(folder) ?? []
      values.set(folder, beside)
      const filemask = `${folder}/values-*/${name}`
      resource = { folder, name, filemask, beside, template: undefined, qualified: new Map() }
      resources.set(key, resource)
    }
    if (qualifier === undefined) {
      resource.template = path
      values.get(folder)?.push(path)
    } else resource.qualified.set(qualifier, path)
  }
  return [...resources.values()].filter(({ filemask }) => isUsableMask(filemask))
}

/** Returns a proposal, a reason against one, or undefined for files without texts. */
function judge(resource: Resource, tree: DiscoveryTree, format: EntryReader): Judgement {
  const { contents } = tree
  const { template, folder, qualified } = resource
  const locales = [...qualified.keys()].filter((qualifier) => LANGUAGE.test(qualifier)).sort()
  const others = [...qualified.keys()].filter((qualifier) => !locales.includes(qualifier))
  if (/donottranslate/.test(resource.name)) {
    return locales.length > 0 ? 'Android does not translate files of this name.' : undefined
  }
  if (template === undefined) {
    return locales.length > 0 && hasTexts(contents.text(qualified.get(locales[0] ?? '') ?? ''))
      ? `There is no values/${resource.name} with the source texts.`
      : undefined
  }
  const text = contents.text(template)
  if (text !== undefined && !hasTexts(text)) return undefined
  const isCompose = /(?:^|\/)composeResources(?:\/|$)/.test(folder)
  const isMoko = text?.includes('<plural ') === true
  if (locales.length === 0) {
    const isNamed = /strings/i.test(resource.name)
    return text !== undefined || isNamed
      ? 'There is no values-<language> with this file.'
      : undefined
  }
  const entries = contents.entries(template, format)
  if (entries?.length === 0) {
    if (!isMoko) return `${template} has only arrays, which the format does not read.`
  } else if (entries?.every(({ state }) => state === 'read-only')) {
    return `All texts of ${template} are marked translatable="false".`
  }
  const source = sourceOf(resource, template, tree, format)
  const copies = locales.filter((code) => tree.languageOfCode(code)?.code === source.language)
  return {
    fileFormat: isCompose ? 'cmp-resource' : isMoko ? 'moko-resource' : format.id,
    filemask: resource.filemask,
    template,
    sourceLanguage: source.language,
    languageRegex: others.length + copies.length > 0 ? regexWithout([...others, ...copies]) : '',
    languages: locales.filter((code) => !copies.includes(code)),
    notes: [
      `the template is ${template}${source.clause}`,
      ...copies.map((code) => `values-${code} is also in the source language, so it is left out`),
      ...noLanguageNotes(others.sort()),
      ...(text !== undefined && !entries ? [`${template} cannot be read as it is`] : []),
    ],
  }
}

/** Keeps only the languages, if there are files of other qualifiers or of the source language. */
function regexWithout(codes: readonly string[]): string {
  const refused = codes.filter((code) => new RegExp(`^${QUALIFIER}`).test(code)).sort()
  const escaped = refused.map((code) => `${code.replaceAll('+', '\\+')}$`)
  return escaped.length === 0 ? `^${QUALIFIER}` : `^(?!${escaped.join('|')})${QUALIFIER}`
}

const TOOLS_LOCALE = /<resources\b[^<>]*?\stools:locale\s*=\s*["']([^"'<>]+)["']/
const DEFAULT_LOCALE = /^\s*unqualifiedResLocale\s*[=:]\s*(\S+)\s*$/m

/**
 * Returns the language of `values/`: `tools:locale`, or the folder's `resources.properties`
 * (https://developer.android.com/guide/topics/resources/app-languages), otherwise the language of the texts.
 */
function sourceOf(
  { folder, beside, qualified }: Resource,
  template: string,
  tree: DiscoveryTree,
  format: EntryReader,
): { readonly language: string; readonly clause: string } {
  const { contents, languageOfCode, sourceLanguage } = tree
  // One file of a folder declares the language of all.
  for (const path of [template, ...beside]) {
    const named = languageOfCode(TOOLS_LOCALE.exec(contents.text(path) ?? '')?.[1] ?? '')
    if (named) return { language: named.code, clause: `, whose language ${path} names` }
  }
  const settings = `${folder}/resources.properties`
  const unqualified = DEFAULT_LOCALE.exec(
    (tree.isFile(settings) && contents.text(settings)) || '',
  )?.[1]
  if (unqualified !== undefined && languageOfCode(unqualified)) {
    return {
      language: languageOfCode(unqualified)?.code ?? '',
      clause: `, whose language ${settings} names`,
    }
  }
  const files = [...qualified].map(([code, path]) => {
    return { path, code, language: languageOfCode(code) }
  })
  const language = tree.languageOfTexts(template, { files }, format)
  const name = languageOfCode(language)?.name
  return { language, clause: language === sourceLanguage ? '' : `, whose language is ${name}` }
}

function hasTexts(text: string | undefined): boolean {
  return text === undefined || /<(?:string|plurals|plural|string-array)\b/.test(text)
}
