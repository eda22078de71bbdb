import { bilingualProposal } from '../bilingual-discovery.ts'
import {
  type Contents,
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  type Findings,
  foreignAmong,
  type NearMiss,
  pathsOutside,
} from '../discovery.ts'
import type { EntryReader } from '../entry.ts'
import { type Judgement, judgeEach } from '../template-discovery.ts'

/** Glossaries of TBX files: bilingual, so one language is enough and there is no template. */
export const tbxDiscovery: DiscoveryRule = { files: /\.(?:tbx|xml)$/i, find: findTbx }

function findTbx(tree: DiscoveryTree, format: EntryReader): Findings {
  const { contents, sourceLanguage } = tree
  // XML is common, so files are read only if their path mentions terms.
  const isTerms = (path: string) =>
    /tbx|gloss|term/i.test(path) && (contents.text(path)?.includes('<martif') ?? false)
  const isXml = (path: string) => /\.xml$/i.test(path)
  const files = [
    ...tree.paths.filter((path) => !isXml(path)),
    ...tree.paths.filter((path) => isXml(path) && isTerms(path)),
  ]
  const sets = tree.sets(files)
  const { proposals, nearMisses } = judgeEach(sets, judgeSet, ({ filemask }) => ({ filemask }))
  function judgeSet(set: FileSet): Judgement {
    const paths = set.files.map(({ path }) => path)
    const foreign = foreignAmong(paths, contents, /<martif/)
    if (foreign !== undefined) return `${foreign} is not a TBX file: it has no <martif>.`
    const agreedLanguage = sourceLanguageOf(paths, tree)
    const isAgreed = agreedLanguage !== undefined
    return bilingualProposal(set, tree, {
      fileFormat: format.id,
      newBase: '',
      sourceLanguage: agreedLanguage ?? sourceLanguage,
      isGlossary: true,
      notes: [
        'a glossary, which is bilingual and has no template',
        isAgreed
          ? 'its files name the source language themselves'
          : `its files do not agree on a source language, so it is ${sourceLanguage}`,
      ],
    })
  }
  for (const path of pathsOutside(sets, files)) nearMisses.push(explainLone(path, contents))
  return { proposals, nearMisses }
}

/** Returns the language of the first terms, if all files that declare one agree; undefined otherwise. */
function sourceLanguageOf(
  paths: readonly string[],
  { contents, languageOfCode }: DiscoveryTree,
): string | undefined {
  const codes = paths.flatMap((path) => languagesIn(contents.text(path) ?? '')[0] ?? [])
  const languages = new Set(codes.map((code) => languageOfCode(code)?.code))
  return languages.size === 1 ? [...languages][0] : undefined
}

/** Returns why a TBX file outside any set cannot be used. */
function explainLone(path: string, contents: Contents): NearMiss {
  const languages = new Set(languagesIn(contents.text(path) ?? ''))
  const several =
    languages.size > 2
      ? ` It holds ${languages.size} languages; a component needs a file for each.`
      : ''
  return { filemask: path, explanation: `Its name contains no language.${several}` }
}

/** Returns the codes of the terms' languages, in file order. */
function languagesIn(text: string): string[] {
  const matches = text.matchAll(/<langSet\b[^<>]{0,200}?xml:lang\s*=\s*["']([^"'<>]{1,50})["']/g)
  return [...matches].map(([, code = '']) => code)
}
