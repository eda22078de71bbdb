import {
  canStandInMask,
  type DiscoveryRule,
  type DiscoveryTree,
  type Proposal,
} from '../discovery.ts'

/** What lies beside the languages of an app for Apple's store: fastlane's files, and the folder of another store. */
const NO_LANGUAGES =
  '^(?!(?:android|default|review_information|trade_representative_contact_information)$)[^.]+$'

/** Names of an app's descriptions; two of them in a folder identify it. */
const FILES =
  /(?:^|\/)(?:title|(?:short|full)[_-]description|video|video-url|name|subtitle|keywords|description|promotional_text|release_notes)\.txt$/

/** Discovers app store metadata: the folder of languages whose folders hold the descriptions of an app. */
export const appstoreDiscovery: DiscoveryRule = {
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
  { sourceLanguage, languageOfCode }: DiscoveryTree,
  fileFormat: string,
): Proposal | undefined {
  const codes = [...folders.keys()].sort()
  const languageIs = (code: string, language: string) => languageOfCode(code)?.code === language
  const source =
    codes.find((code) => languageIs(code, sourceLanguage)) ??
    codes.find((code) => languageOfCode(code)?.code.startsWith(`${sourceLanguage}_`))
  const names = source === undefined ? undefined : folders.get(source)
  if (source === undefined || names === undefined || names.size < 2) return undefined
  const isApple = names.has('name.txt') || names.has('description.txt')
  return {
    fileFormat,
    filemask: `${parent}*`,
    template: parent + source,
    intermediate: '',
    newBase: '',
    sourceLanguage: languageIs(source, sourceLanguage)
      ? sourceLanguage
      : (languageOfCode(source)?.code ?? sourceLanguage),
    languageRegex: isApple ? NO_LANGUAGES : '',
    isGlossary: false,
    languages: codes.filter((code) => code !== source),
    notes: [`the template is ${parent}${source}, whose text files describe an app`],
  }
}
