import { bilingualProposal, isBilingualSet, keyedProposal } from '../bilingual-discovery.ts'
import type { Contents, DiscoveryRule, DiscoveryTree, NearMiss } from '../discovery.ts'
import { templateRule } from '../template-discovery.ts'

/** Tables of two columns, keys and texts, or of sources and targets, by their names. Other tables are data. */
export const csvDiscovery: DiscoveryRule = {
  files: /\.csv$/i,
  find(tree, format) {
    const named = tree.sets(tree.paths).filter((set) => {
      const isNamed = set.files.every(({ path }) => hasSources(columnsOf(path, tree.contents)))
      const isAlone = set.strength === 'alone' && !/(?:^|\/)\*\.csv$/i.test(set.filemask)
      return isNamed && !isAlone && isBilingualSet(set, tree)
    })
    const proposals = named.map(
      (set) =>
        keyedProposal(set, tree, { fileFormat: format.id, format }) ??
        bilingualProposal(set, tree, {
          fileFormat: format.id,
          newBase: '',
          sourceLanguage: tree.sourceLanguage,
          notes: ['its columns are named source and target'],
        }),
    )
    const others = keyed.find(tree, format)
    return {
      proposals: [...proposals, ...others.proposals],
      nearMisses: [...others.nearMisses, ...tree.paths.flatMap((path) => explainTable(path, tree))],
    }
  },
}

/** Why a table of several languages is none: they are in its columns. */
function explainTable(path: string, { contents, languageOfCode }: DiscoveryTree): NearMiss[] {
  const languages = columnsOf(path, contents).filter((column) => languageOfCode(column))
  if (languages.length < 2 || !languages.some((code) => /^en(?:[-_]|$)/i.test(code))) return []
  const explanation = `It holds ${languages.length} languages in its columns; a component needs a file for each.`
  return [{ filemask: path, explanation, files: languages.length }]
}

const keyed = templateRule({
  files: /\.csv$/i,
  dataMasks: /\*/,
  sourcesFormat: (fileFormat) => fileFormat,
  formatOf([template = ''], contents) {
    const columns = columnsOf(template, contents)
    return columns.length === 2 && !hasSources(columns) ? 'csv' : undefined
  },
})

/** The fields of the first row, where no quotes hide what divides them. */
function columnsOf(path: string, contents: Contents): string[] {
  const text = contents.text(path) ?? ''
  const end = text.indexOf('\n')
  const fields = (end === -1 ? text : text.slice(0, end)).match(/"[^"]*"?|[^"\s,;][^",;\t]*/g) ?? []
  return fields.map((field) => field.trim().replaceAll('"', ''))
}

function hasSources(columns: readonly string[]): boolean {
  return columns.includes('source') && columns.includes('target')
}
