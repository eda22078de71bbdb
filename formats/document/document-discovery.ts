import {
  canStandInMask,
  type DiscoveryRule,
  type DiscoveryTree,
  type NearMiss,
  type Proposal,
  sourceAmong,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { findFolderMasks, findSuffixMasks, type Layout } from './layouts.ts'

/** Text files are left out: other formats have them, too. */
const FILES = /\.(?:mdx?|markdown|adoc|asciidoc|rst|html?)$/i
/** Most documents that become a component each; more are a layout that a component cannot describe. */
const MAX_SINGLE = 20

/** Discovers translated documents: language folders whose files have the names of others, and `README.de.md`. */
export function documentDiscovery(single: EntryReader): DiscoveryRule {
  return {
    files: FILES,
    find(tree, { id }) {
      const documents = new Set(tree.paths.filter(canStandInMask))
      const judge = (layout: Layout) => judgeLayout(layout, tree, documents, single) ?? []
      const folders = outermost(findFolderMasks(documents, tree).flatMap(judge))
      const rest = [...documents].filter(
        (path) => !folders.some((folder) => isInLanguage(path, folder)),
      )
      const files = joinBeside(findSuffixMasks(rest, tree).flatMap(judge))
      const isTooMany = files.length > MAX_SINGLE
      const proposals = [...folders, ...(isTooMany ? [] : files)]
      return {
        proposals: proposals.map((proposal) => ({ ...proposal, fileFormat: id })),
        nearMisses: [...rootNearMisses(documents, tree), ...(isTooMany ? tooMany(files) : [])],
      }
    },
  }
}

/** Proposes a component with the first possible source that has a translation's documents. */
function judgeLayout(
  layout: Layout,
  tree: DiscoveryTree,
  documents: ReadonlySet<string>,
  single: EntryReader,
): Proposal | undefined {
  const sourceCode = sourceAmong([...layout.codes.keys()].sort(), tree)
  const coded =
    sourceCode === undefined ? [] : [{ template: layout.pathFor(sourceCode), code: sourceCode }]
  const others = layout.sources.map((template) => ({ template, code: undefined }))
  for (const source of layout.isSingle ? [...others, ...coded] : [...coded, ...others]) {
    const proposal = withSource(layout, source, tree, documents, single)
    if (proposal !== undefined) return proposal
  }
  return undefined
}

function withSource(
  layout: Layout,
  { template, code: sourceCode }: { readonly template: string; readonly code: string | undefined },
  tree: DiscoveryTree,
  documents: ReadonlySet<string>,
  single: EntryReader,
): Proposal | undefined {
  const pathOf = (folder: string, rest: string) => (rest === '' ? folder : `${folder}/${rest}`)
  const isShared = (rest: string) => documents.has(pathOf(template, rest))
  const shared = [...layout.codes].filter(([code, rests]) => {
    return code !== sourceCode && 2 * [...rests].filter(isShared).length >= rests.size
  })
  const [first] = shared
  if (first === undefined || shared.every(([code]) => tree.isAmbiguous(code))) return undefined
  const sourceLanguage =
    sourceCode === undefined
      ? languageOfSources()
      : (tree.languageOfCode(sourceCode)?.code ?? tree.sourceLanguage)
  function languageOfSources(): string {
    const rest = [...first![1]].find(isShared) ?? ''
    const files = shared.map(([code]) => {
      return { path: pathOf(layout.pathFor(code), rest), code, language: tree.languageOfCode(code) }
    })
    return tree.languageOfTexts(pathOf(template, rest), { files }, single)
  }
  const languages = shared.map(([code]) => code).sort()
  // The sources would be a copy of that translation.
  if (languages.some((code) => tree.languageOfCode(code)?.code === sourceLanguage)) return undefined
  const isSame = languages.length + (sourceCode === undefined ? 0 : 1) === layout.codes.size
  const what = layout.isSingle ? 'document' : 'folder'
  return {
    fileFormat: '',
    filemask: layout.filemask,
    template,
    sourceLanguage,
    languageRegex: isSame ? '' : regexOf(languages),
    languages,
    notes: [`the template is ${template}, a ${what} whose translations have the same names`],
  }
}

function regexOf(languages: readonly string[]): string {
  const regex = `^(?:${languages.join('|')})$`
  return regex.length <= 500 ? regex : ''
}

const BESIDE = /^(?<folder>(?<top>[^/]+)(?:\/.+)?)\/[^/]+\.\*\.[^./]+$/

/** Proposes documents with their translations beside them; several below one folder form a component. */
function joinBeside(files: readonly Proposal[]): Proposal[] {
  const tops = new Map<string, Proposal[]>()
  for (const file of files) {
    const { folder, top } = BESIDE.exec(file.filemask)?.groups ?? {}
    if (top === undefined || !file.template.startsWith(`${folder}/`)) continue
    tops.set(top, [...(tops.get(top) ?? []), file])
  }
  const joined = [...tops.values()].filter((group) => group.length > 1)
  return [
    ...files.filter((file) => !joined.some((group) => group.includes(file))),
    ...joined.map((group) => besideIn(commonFolder(group.map(({ filemask }) => filemask)), group)),
  ]
}

function besideIn(folder: string, group: readonly Proposal[]): Proposal {
  const languages = [...new Set(group.flatMap((file) => file.languages))].sort()
  const notes = [`translations are beside the documents in ${folder}`]
  return { ...group[0]!, filemask: folder, template: folder, languageRegex: '', languages, notes }
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let folder = first.slice(0, first.lastIndexOf('/'))
  while (!others.every((path) => path.startsWith(`${folder}/`))) {
    folder = folder.slice(0, folder.lastIndexOf('/'))
  }
  return folder
}

/** Drops layouts inside a language of another layout. */
function outermost(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(
    (proposal) => !proposals.some((other) => isInLanguage(proposal.filemask, other)),
  )
}

function isInLanguage(path: string, { filemask, template, languages }: Proposal): boolean {
  const folders = languages.map((code) => filemask.replace('*', () => code))
  // Sources around the languages hold whatever else there is.
  if (!filemask.startsWith(`${template}/`)) folders.push(template)
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

/** Translations in folders at the root, whose sources are in no folder. */
function rootNearMisses(documents: ReadonlySet<string>, tree: DiscoveryTree): NearMiss[] {
  const codes = new Map<string, number>()
  for (const path of documents) {
    const [, code = '', rest = ''] = /^([^/]+)\/(.+)$/.exec(path) ?? []
    if (!tree.languageOfCode(code) || tree.isAmbiguous(code) || !documents.has(rest)) continue
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  const files = [...codes.values()].reduce((sum, count) => sum + count, 0)
  if (files < 2) return []
  const explanation = `The documents of ${[...codes.keys()].sort().join(', ')} have their sources at the root of the repository; document needs them in a folder.`
  return [{ filemask: '*', explanation, files }]
}

function tooMany(files: readonly Proposal[]): NearMiss[] {
  const [first] = files
  const explanation = `${files.length} documents have a file for each language beside them; a component is one of them, so choose some (file_format: document, template: ${first?.template}).`
  return [{ filemask: first?.filemask ?? '', explanation, files: files.length }]
}
