import { posix } from 'node:path'
import {
  canStandInMask,
  type DiscoveryRule,
  type DiscoveryTree,
  type NearMiss,
  type Proposal,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { isMapping } from '../json/shape.ts'

/** Components of string catalogs: each file is one, with all its languages. */
export const xcstringsDiscovery: DiscoveryRule = {
  files: /\.xcstrings$/i,
  find(tree, format) {
    const proposals: Proposal[] = []
    const nearMisses: NearMiss[] = []
    for (const path of tree.paths.filter(canStandInMask)) {
      const found = judge(path, tree, format)
      if (typeof found === 'object') proposals.push(found)
      else nearMisses.push({ filemask: path, explanation: found })
    }
    return { proposals, nearMisses }
  },
}

function judge(path: string, tree: DiscoveryTree, { id }: EntryReader): Proposal | string {
  const catalog = tree.contents.json(path)
  const { sourceLanguage, strings } = isMapping(catalog) ? catalog : {}
  if (typeof sourceLanguage !== 'string' || !isMapping(strings)) {
    return 'It cannot be read as a string catalog.'
  }
  const codes = new Set(
    Object.values(strings).flatMap((string) => {
      const localizations = isMapping(string) ? string['localizations'] : undefined
      return isMapping(localizations) ? Object.keys(localizations) : []
    }),
  )
  codes.delete(sourceLanguage)
  if (codes.size === 0) return 'It has no translations yet.'
  return {
    fileFormat: id,
    filemask: path,
    template: path,
    intermediate: '',
    newBase: '',
    sourceLanguage: tree.languageOfCode(sourceLanguage)?.code ?? sourceLanguage,
    languageRegex: '',
    isGlossary: false,
    languages: [...codes].sort(),
    notes: [`${posix.basename(path)} holds all languages`],
  }
}
