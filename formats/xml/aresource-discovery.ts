import {
  canStandInMask,
  type DiscoveryRule,
  type DiscoveryTree,
  type NearMiss,
  type Proposal,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'

/** One file of a `values` directory and its namesakes in `values-*`. */
interface Resource {
  readonly folder: string
  readonly name: string
  template: string | undefined
  /** What follows `values-` -> path. */
  readonly qualified: Map<string, string>
}

/** Qualifiers of languages: https://developer.android.com/guide/topics/resources/providing-resources */
const LOCALE_QUALIFIER = '^(b\\+.*|[a-z]{2,3}(-r([A-Z]{2}|[0-9]{3}))?)$'
/** `car` is the dock, not the language of the same code. */
const WITHOUT_CAR = '^(?!car$)(b\\+.*|[a-z]{2,3}(-r([A-Z]{2}|[0-9]{3}))?)$'

/** Components of Android resources (discovery.md, rule 7): one for each file that has a translation under its name. */
export const aresourceDiscovery: DiscoveryRule = {
  files: /\.xml$/i,
  find(tree, format) {
    const proposals: Proposal[] = []
    const nearMisses: NearMiss[] = []
    for (const resource of collect(tree)) {
      const found = judge(resource, tree, format)
      if (typeof found === 'object') proposals.push(found)
      else if (found !== undefined) {
        nearMisses.push({ filemask: maskOf(resource), explanation: found })
      }
    }
    return { proposals, nearMisses }
  },
}

function collect({ paths, isUsableMask }: DiscoveryTree): Resource[] {
  const resources = new Map<string, Resource>()
  for (const path of paths) {
    const [, folder, qualifier, name] = /^(.+)\/values(?:-([^/]+))?\/([^/]+\.xml)$/.exec(path) ?? []
    if (folder === undefined || name === undefined || !canStandInMask(path)) continue
    const key = `${folder}/${name}`
    let resource = resources.get(key)
    if (!resource) {
      resource = { folder, name, template: undefined, qualified: new Map() }
      resources.set(key, resource)
    }
    if (qualifier === undefined) resource.template = path
    else resource.qualified.set(qualifier, path)
  }
  return [...resources.values()].filter((one) => isUsableMask(maskOf(one)))
}

function maskOf({ folder, name }: Resource): string {
  return `${folder}/values-*/${name}`
}

/** A proposal, the reason against one, or undefined for files without texts. */
function judge(
  resource: Resource,
  { contents, sourceLanguage }: DiscoveryTree,
  format: EntryReader,
): Proposal | string | undefined {
  const { template, folder, qualified } = resource
  const locales = [...qualified.keys()].filter((one) => new RegExp(WITHOUT_CAR).test(one)).sort()
  const others = [...qualified.keys()].filter((one) => !locales.includes(one))
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
  if (entries?.every(({ state }) => state === 'read-only')) {
    return `All texts of ${template} are marked translatable="false".`
  }
  return {
    fileFormat: isCompose ? 'cmp-resource' : isMoko ? 'moko-resource' : format.id,
    filemask: maskOf(resource),
    template,
    intermediate: '',
    newBase: '',
    sourceLanguage,
    languageRegex:
      others.length > 0 ? (others.includes('car') ? WITHOUT_CAR : LOCALE_QUALIFIER) : '',
    isGlossary: false,
    languages: locales,
    notes: [
      `the template is ${template}`,
      ...(others.length > 0 ? [`${others.sort().join(', ')} are no languages`] : []),
      ...(text !== undefined && !entries ? [`${template} cannot be read as it is`] : []),
    ],
  }
}

function hasTexts(text: string | undefined): boolean {
  return text === undefined || /<(?:string|plurals|plural|string-array)\b/.test(text)
}
