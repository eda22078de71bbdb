import type { DiscoveryRule, DiscoveryTree, FileSet } from '../discovery.ts'
import { templateRule } from '../template-discovery.ts'

/** Apple's strings in UTF-16, in folders of languages: `de.lproj/Localizable.strings`. */
export const stringsDiscovery: DiscoveryRule = appleRule('strings', true)

/** Those in UTF-8. */
export const stringsUtf8Discovery: DiscoveryRule = appleRule('strings-utf8', false)

function appleRule(fileFormat: string, isWide: boolean): DiscoveryRule {
  return templateRule({
    files: /\.strings$|\.xcodeproj\/project\.pbxproj$/,
    sourcesFormat: () => fileFormat,
    sourceLanguageOf: developmentLanguage,
    formatOf(paths, contents) {
      // Only UTF-16 has zero bytes.
      const texts = paths.flatMap((path) => contents.text(path) ?? [])
      const isOwn = texts.length > 0 && texts[0]?.includes('\0') === isWide
      return isOwn ? fileFormat : undefined
    },
  })
}

const PROJECT = /^((?:.*\/)?)[^/]+\.xcodeproj\/project\.pbxproj$/
const REGION = /\bdevelopmentRegion = "?([\w-]+)"?;/

/** The language that the project of Xcode around a set is developed in: of several, of the nearest. */
function developmentLanguage({ filemask }: FileSet, tree: DiscoveryTree): string | undefined {
  const projects = tree.paths
    .flatMap((path) => {
      const [, folder] = PROJECT.exec(path) ?? []
      return folder !== undefined && filemask.startsWith(folder) ? [{ path, folder }] : []
    })
    .sort((a, b) => b.folder.length - a.folder.length)
  const code = REGION.exec(tree.contents.text(projects[0]?.path ?? '') ?? '')?.[1]
  return tree.languageOfCode(code ?? '')?.code
}
