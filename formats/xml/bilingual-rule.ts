import {
  baseNamedLike,
  bilingualProposal,
  isBilingualSet,
  keyedProposal,
} from '../bilingual-discovery.ts'
import type { DiscoveryRule, NearMiss, Proposal, SetFile } from '../discovery.ts'

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
      const proposals: Proposal[] = []
      const nearMisses: NearMiss[] = []
      const languageIn = (text: string, pattern: RegExp): string | undefined =>
        tree.languageOfCode(pattern.exec(text)?.[1] ?? '')?.code
      const declared = (path: string) => languageIn(tree.contents.text(path) ?? '', language)
      const isOther = ({ path, language: named }: SetFile): boolean => {
        const code = declared(path)
        return code !== undefined && named !== undefined && code !== named.code
      }
      for (const set of tree.sets(tree.paths, { languageIn: declared })) {
        const { filemask } = set
        const texts = set.files.flatMap(({ path }) => tree.contents.text(path) ?? [])
        const judgement = texts.length === 0 ? undefined : judge(texts)
        if (typeof judgement === 'string') nearMisses.push({ filemask, explanation: judgement })
        else if (judgement !== undefined && isBilingualSet(set, tree)) {
          const sourceCode = texts.map((text) => languageIn(text, sourceLanguage)).find(Boolean)
          const keyed = keyedProposal(set, tree, judgement.format, format, isOther)
          const proposal =
            keyed ??
            bilingualProposal(set, tree, {
              fileFormat: judgement.format,
              newBase: baseNamedLike(filemask, tree),
              sourceLanguage: sourceCode ?? tree.sourceLanguage,
              notes: [
                sourceCode === undefined
                  ? `its files name no source language, so it is ${tree.sourceLanguage}`
                  : 'its files name the source language themselves',
              ],
            })
          // The source language alone is not a translation.
          if (proposal.languages.length > 0) proposals.push(proposal)
        }
      }
      return { proposals, nearMisses }
    },
  }
}
