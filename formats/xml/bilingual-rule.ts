import { bilingualProposal, isBilingualSet, keyedProposal } from '../bilingual-discovery.ts'
import { type DiscoveryRule, type FileSet, namesWithoutCode, type SetFile } from '../discovery.ts'
import { type Judgement, judgeEach } from '../template-discovery.ts'

interface BilingualRule {
  readonly files: RegExp
  /**
   * Returns the format of files by their texts, a reason why none reads them, or undefined for something else
   * altogether.
   */
  judge(texts: readonly string[]): { readonly format: string } | string | undefined
  /** Matches the code of the source language in a text. */
  readonly sourceLanguage: RegExp
  /** Matches the code of the target language. */
  readonly language: RegExp
}

/** Discovers XML files whose contents identify them; with a template only if their sources are keys. */
export function bilingualRule({
  files,
  judge,
  sourceLanguage,
  language,
}: BilingualRule): DiscoveryRule {
  return {
    files,
    find(tree, format) {
      const languageIn = (text: string, pattern: RegExp): string | undefined =>
        tree.languageOfCode(pattern.exec(text)?.[1] ?? '')?.code
      const declared = (path: string) => languageIn(tree.contents.text(path) ?? '', language)
      const isOther = ({ path, language: named }: SetFile): boolean => {
        const code = declared(path)
        return code !== undefined && named !== undefined && code !== named.code
      }
      const judgeSet = (set: FileSet): Judgement => {
        const texts = set.files.flatMap(({ path }) => tree.contents.text(path) ?? [])
        const judgement = texts.length === 0 ? undefined : judge(texts)
        if (typeof judgement !== 'object') return judgement
        if (!isBilingualSet(set, tree)) return undefined
        const sourceCode = texts.map((text) => languageIn(text, sourceLanguage)).find(Boolean)
        const keyed = keyedProposal(set, tree, judgement.format, format, isOther)
        const proposal =
          keyed ??
          bilingualProposal(set, tree, {
            fileFormat: judgement.format,
            // Bilingual formats name the file of the sources like the others, without a language.
            newBase: namesWithoutCode(set.filemask).find(tree.isFile) ?? '',
            sourceLanguage: sourceCode ?? tree.sourceLanguage,
            notes: [
              sourceCode === undefined
                ? `its files name no source language, so it is ${tree.sourceLanguage}`
                : 'its files name the source language themselves',
            ],
          })
        // The source language alone is not a translation.
        return proposal.languages.length > 0 ? proposal : undefined
      }
      return judgeEach(tree.sets(tree.paths, { languageIn: declared }), judgeSet)
    },
  }
}
