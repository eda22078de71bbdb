import { bilingualProposal, isBilingualSet } from '../bilingual-discovery.ts'
import type { DiscoveryRule, DiscoveryTree, FileSet } from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { templateRule } from '../template-discovery.ts'

const files = /\.strings$/
const masks = /(?:^|\/)\*\.lproj\/[^/]+$/

/** Apple's strings in UTF-16, in folders of languages: `de.lproj/Localizable.strings`. */
export const stringsDiscovery: DiscoveryRule = appleRule('strings', true)

/** Those in UTF-8. */
export const stringsUtf8Discovery: DiscoveryRule = appleRule('strings-utf8', false)

function appleRule(fileFormat: string, isWide: boolean): DiscoveryRule {
  // Only UTF-16 has zero bytes.
  const isOwn = (path: string, { contents }: Pick<DiscoveryTree, 'contents'>): boolean =>
    contents.text(path)?.includes('\0') === isWide
  const keyed = templateRule({
    files,
    masks,
    formatOf: ([template = ''], contents) =>
      isOwn(template, { contents }) ? fileFormat : undefined,
  })
  return {
    files,
    find(tree, format) {
      const bilingual = tree.sets(tree.paths, { masks }).filter((set) => {
        const areOwn = set.files.every(({ path }) => isOwn(path, tree))
        return areOwn && hasSourcesAsKeys(set, tree, format)
      })
      const proposals = bilingual.map((set) =>
        bilingualProposal(set, tree, {
          fileFormat,
          newBase: '',
          sourceLanguage: tree.sourceLanguage,
          notes: ['there is no template, as the keys are the source texts'],
        }),
      )
      return { proposals: [...keyed.find(tree, format).proposals, ...proposals], nearMisses: [] }
    },
  }
}

/** Whether most keys are sentences, and no file is there for the source language: it needs none. */
function hasSourcesAsKeys(set: FileSet, tree: DiscoveryTree, format: EntryReader): boolean {
  const [first] = set.files
  if (first === undefined || set.others.length > 0 || !isBilingualSet(set, tree)) return false
  if (tree.findTemplate(set, format) !== undefined) return false
  const entries = tree.contents.entries(first.path, format, 'bilingual') ?? []
  const sentences = entries.filter(({ source }) => /\S\s+\S/.test(source))
  return entries.length > 0 && sentences.length * 2 >= entries.length
}
