import { posix } from 'node:path'
import { groupBy } from '../../src/group-by.ts'
import { bilingualProposal, isBilingualSet, keyedProposal } from '../bilingual-discovery.ts'
import {
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  foreignAmong,
  type NearMiss,
  type SetFile,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { type Judgement, judgeEach } from '../template-discovery.ts'

/**
 * Components of PO files: `po/*.po`, `locale/*\/LC_MESSAGES/NAME.po`, with their `.pot`; `po-mono` where the file of the
 * source language translates keys.
 */
export const poDiscovery: DiscoveryRule = {
  files: /\.pot?$/i,
  find(tree, format) {
    const isTemplate = (path: string) => /t$/i.test(path)
    const bases = groupBy(tree.paths.filter(isTemplate), (path) => posix.dirname(path))
    const used = new Set<string>()
    const languageIn = (path: string) => declaredLanguage(path, tree)
    const paths = tree.paths.filter((path) => !isTemplate(path))
    const sets = tree.sets(paths, { languageIn })
    const judge = (set: FileSet): Judgement => {
      const filePaths = set.files.map(({ path }) => path)
      const foreign = foreignAmong(filePaths, tree.contents, /msgid/)
      if (foreign !== undefined) return `${foreign} is not a PO file: it has no msgid.`
      if (!isBilingualSet(set, tree)) return undefined
      const newBase = findPot(set, tree, format, bases)
      used.add(newBase)
      const keyed = keyedProposal(set, tree, 'po-mono', format)
      if (keyed !== undefined) return keyed
      return bilingualProposal(set, tree, {
        fileFormat: format.id,
        newBase,
        sourceLanguage: regionOfSource(set, tree, format) ?? tree.sourceLanguage,
        notes: newBase === '' ? ['no .pot holds the source texts'] : [],
      })
    }
    const { proposals, nearMisses } = judgeEach(sets, judge)
    for (const path of [...bases.values()].flat()) {
      if (used.has(path)) continue
      nearMisses.push({ filemask: path, explanation: 'No PO file of a language belongs to it.' })
    }
    const pathsInSets = new Set(sets.flatMap(({ files }) => files.map(({ path }) => path)))
    const others = paths.filter((path) => !pathsInSets.has(path))
    const lone = explainOneLanguage(others, tree)
    if (lone !== undefined || (proposals.length === 0 && others.length > 0)) {
      nearMisses.push(lone ?? explainNoLanguage(others))
    }
    return { proposals, nearMisses }
  },
}

const LANGUAGE = /(?:"|\\n)Language: *([\w@.-]+) *\\n/

/** Returns the language code in a header; undefined if it names no known language. */
function declaredLanguage(
  path: string,
  { contents, languageOfCode }: Pick<DiscoveryTree, 'contents' | 'languageOfCode'>,
): string | undefined {
  const header = (contents.text(path) ?? '').split(/^msgid /m, 2)[1] ?? ''
  return languageOfCode(LANGUAGE.exec(header)?.[1] ?? '')?.code
}

function explainNoLanguage(paths: readonly string[]): NearMiss {
  const [filemask = ''] = paths
  const more = paths.length === 1 ? '' : ` The same holds for ${paths.length - 1} more.`
  const explanation = `Neither its path nor its header names a language.${more}`
  return { filemask, explanation, files: paths.length }
}

/** Reports files without a language in their path that all declare one: no component can describe them. */
function explainOneLanguage(paths: readonly string[], tree: DiscoveryTree): NearMiss | undefined {
  const declared = paths.flatMap((path) => {
    const language = tree.languageOfCode(declaredLanguage(path, tree) ?? '')
    return language === undefined ? [] : [{ path, language }]
  })
  const [first] = declared
  const { code, name } = first?.language ?? {}
  if (first === undefined || declared.some(({ language }) => language.code !== code)) {
    return undefined
  }
  const folders = declared.map(({ path }) => posix.dirname(path).split('/'))
  const shared = folders.reduce((names, other) => {
    const end = names.findIndex((name, index) => name !== other[index])
    return end === -1 ? names : names.slice(0, end)
  })
  const are = declared.length === 1 ? '1 PO file is' : `${declared.length} PO files are`
  return {
    filemask: `${shared.join('/') || '.'}/`,
    explanation: `${are} in ${name} (${code}), as the header says, but no path has a language: gitglot finds it in a path such as locale/${code}/${posix.basename(first.path)}.`,
    files: declared.length,
  }
}

type Folders = ReadonlyMap<string, readonly string[]>

/**
 * The code of the one region of the source language whose file translates nothing, where the source language has none:
 * `en_GB` of Kodi has the sources.
 */
function regionOfSource(
  { files }: FileSet,
  { contents, sourceLanguage, languageOfCode }: DiscoveryTree,
  format: EntryReader,
): string | undefined {
  const source = languageOfCode(sourceLanguage)?.code ?? sourceLanguage
  if (files.some(({ language }) => language?.code === source)) return undefined
  const base = ({ language }: SetFile) => language?.code.split(/[-_@]/, 1)[0]
  const [region, ...others] = files.filter((file) => {
    if (base(file) !== source) return false
    const entries = contents.entries(file.path, format, 'bilingual') ?? []
    return entries.length > 0 && entries.every(({ state }) => state === 'untranslated')
  })
  return others.length === 0 ? region?.language?.code : undefined
}

/** Where the `.pot` files of a language folder may be, relative to it. */
const POT_FOLDERS = ['.', 'templates', 'templates/LC_MESSAGES', 'pot', 'gettext', '..', '../..']

/** Most `.pot` files of a folder to compare with a translation. */
const MAX_POTS = 20

/**
 * Returns the `.pot` with the sources of a set: the one of the same name near its folder, otherwise the one beside the
 * languages that shares most texts with them; `''` if there is none.
 */
function findPot(
  { filemask, files }: FileSet,
  { contents, isFile }: DiscoveryTree,
  format: EntryReader,
  bases: Folders,
): string {
  const folder = posix.dirname(filemask.slice(0, filemask.indexOf('*') + 1))
  const name = posix.basename(filemask, posix.extname(filemask)).replace(/[-_.]?\*[-_.]?/g, '')
  if (name !== '') {
    const paths = POT_FOLDERS.map((potFolder) => posix.join(folder, potFolder, `${name}.pot`))
    const named = paths.find(isFile)
    if (named !== undefined) return named
  }
  const beside = bases.get(folder) ?? []
  const [file] = files
  if (file === undefined || beside.length > MAX_POTS) return ''
  const texts = [...(contents.keys(file.path, format, 'bilingual') ?? [])]
  const ranked = beside.map((path) => {
    const keys = contents.keys(path, format, 'bilingual')
    return { path, shared: texts.filter((text) => keys?.has(text)).length }
  })
  const best = ranked.toSorted((a, b) => b.shared - a.shared)[0]
  return best && (best.shared > 0 || (name === '' && ranked.length === 1)) ? best.path : ''
}
