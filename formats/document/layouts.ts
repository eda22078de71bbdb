import type { DiscoveryTree } from '../discovery.ts'

/** A mask that documents match, and what its `*` stands for. */
export interface Layout {
  readonly filemask: string
  /** Folders or files that may hold the sources, with no code in their names, the likeliest first. */
  readonly sources: readonly string[]
  /** The documents of each code, by path in its folder; `''` for a document that is the file itself. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>
  readonly isSingle: boolean
  pathFor(code: string): string
}

interface Reading {
  readonly filemask: string
  readonly sources: readonly string[]
  readonly code: string
  readonly rest: string
}

type Codes = Pick<DiscoveryTree, 'languageOfCode' | 'isAmbiguous' | 'isUsableMask'>

/** Finds the language folders that hold documents. */
export function findFolderMasks(documents: Iterable<string>, codes: Codes): Layout[] {
  return groupReadings(documents, codes, (path) => {
    const docusaurus = readDocusaurus(path)
    return docusaurus === undefined ? readFolders(path, codes) : [docusaurus]
  })
}

const DOCUSAURUS =
  /^(?<root>(?:.*\/)?)i18n\/(?<code>[^/]+)\/(?<plugin>docusaurus-plugin-content-(?<kind>docs|blog|pages)(?:-(?<id>[^/]+))?)\/(?:(?<version>current|version-[^/]+)\/)?(?<rest>.+)$/

/** Docusaurus's folders of translations and of their sources: https://docusaurus.io/docs/i18n/introduction */
function readDocusaurus(path: string): Reading | undefined {
  const { root = '', code, plugin, kind, id, version, rest } = DOCUSAURUS.exec(path)?.groups ?? {}
  if (code === undefined || kind === undefined || rest === undefined) return undefined
  const name = kind === 'pages' ? 'src/pages' : (id ?? kind)
  const former = id === undefined ? 'versioned_docs' : `${id}_versioned_docs`
  const isFormer = version?.startsWith('version-') === true
  const end = version === undefined ? '' : `/${version}`
  return {
    filemask: `${root}i18n/*/${plugin}${end}`,
    sources: [root + (isFormer ? `${former}/${version}` : name)],
    code,
    rest,
  }
}

/** Yields each folder in a document's path whose name is a code, or ends with one: `docs/de`, `docs.de`. */
function readFolders(path: string, { languageOfCode }: Codes): Reading[] {
  const names = path.split('/')
  return names.slice(0, -1).flatMap((name, index): Reading[] => {
    const folder = names.slice(0, index).join('/')
    const start = folder === '' ? '' : `${folder}/`
    const rest = names.slice(index + 1).join('/')
    if (languageOfCode(name)) {
      const sources = folder === '' ? [] : [folder]
      return [{ filemask: `${start}*`, sources, code: name, rest }]
    }
    const { stem, code } = splitCode(name, languageOfCode)
    if (code === '') return []
    const bare = start + stem.slice(0, -1)
    return [{ filemask: `${start}${stem}*`, sources: [bare], code, rest }]
  })
}

/** Finds documents whose name is a code or ends with one, beside one without it: `README.de.md`, `de.md`. */
export function findSuffixMasks(documents: readonly string[], codes: Codes): Layout[] {
  const all = new Set(documents)
  const layouts = groupReadings(documents, codes, (path) => {
    const [, folder = '', name = '', extension = ''] = /^(.*\/)?([^/]+)(\.[^./]+)$/.exec(path) ?? []
    if (codes.languageOfCode(name)) {
      return [{ filemask: `${folder}*${extension}`, sources: [], code: name, rest: '' }]
    }
    const { stem, code } = splitCode(name, codes.languageOfCode)
    if (code === '') return []
    const bare = stem.slice(0, -1) + extension
    // Translations of a README may be in a folder of their own.
    const sources = [folder + bare, bare.replace(/^[^.]+/, (text) => text.toUpperCase())]
    return [{ filemask: `${folder}${stem}*${extension}`, sources, code, rest: '' }]
  })
  return layouts
    .filter(({ filemask, codes: restsByCode }) => {
      const [, name = '', separator] = /([^/]*?)([._-]?)\*[^/]*$/.exec(filemask) ?? []
      // The end of `setup-go.md` is a word.
      const isSure = separator === '.' || name === name.toUpperCase()
      const sure = [...restsByCode.keys()].filter((code) => !codes.isAmbiguous(code))
      return sure.length >= (isSure ? 1 : 2)
    })
    .map((layout) => {
      const sources = layout.sources.filter((path) => all.has(path))
      return { ...layout, sources, isSingle: true }
    })
}

/** Splits a name before the longest code at its end; `code` is `''` if there is none. */
function splitCode(
  name: string,
  languageOfCode: Codes['languageOfCode'],
): { readonly stem: string; readonly code: string } {
  for (const { index } of name.slice(1).matchAll(/[._-]/g)) {
    const at = index + 2
    const code = name.slice(at)
    if (languageOfCode(code)) return { stem: name.slice(0, at), code }
  }
  return { stem: name, code: '' }
}

function groupReadings(
  documents: Iterable<string>,
  { isUsableMask }: Codes,
  read: (path: string) => readonly Reading[],
): Layout[] {
  const layouts = new Map<string, { readonly sources: readonly string[]; readonly codes: Rests }>()
  for (const path of documents) {
    for (const { filemask, sources, code, rest } of read(path)) {
      const { codes } = layouts.get(filemask) ?? { codes: new Map<string, Set<string>>() }
      layouts.set(filemask, { sources, codes })
      codes.set(code, (codes.get(code) ?? new Set()).add(rest))
    }
  }
  return [...layouts]
    .filter(([filemask]) => isUsableMask(filemask))
    .map(([filemask, layout]) => {
      const pathFor = (code: string) => filemask.replace('*', () => code)
      return { ...layout, filemask, pathFor, isSingle: false }
    })
}

type Rests = Map<string, Set<string>>
