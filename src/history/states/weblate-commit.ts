import type { CommitRows } from './translation-rows.ts'

/** The progress of a translation, as Weblate writes it into commit messages. */
interface TranslatedCount {
  readonly translated: number
  readonly total: number
}

const SIGNATURES = ['Translate-URL:', 'using Weblate', 'Currently translated at']

export function isWeblateCommit(message: string): boolean {
  return SIGNATURES.some((signature) => message.includes(signature))
}

/** Returns the count in the message of a Weblate's commit; undefined without one. */
export function countInMessage(message: string): TranslatedCount | undefined {
  const [, translated, total] = /\((\d{1,9}) of (\d{1,9}) strings\)/.exec(message) ?? []
  if (translated === undefined) return undefined
  return { translated: Number(translated), total: Number(total) }
}

/**
 * Returns, for each step, the languages that a Weblate committed, unless the language's next step has the same count:
 * of several consecutive commits, only the last count covers all their strings.
 */
export function findLastOfRuns(
  steps: readonly CommitRows[],
  languageOf: (path: string) => string | undefined,
): ReadonlySet<string>[] {
  const next = new Map<string, string>()
  const codes = steps.map((): Set<string> => new Set())
  for (let index = steps.length - 1; index >= 0; index--) {
    const { commit, rows } = steps[index]!
    const count = isWeblateCommit(commit.message) ? countInMessage(commit.message) : undefined
    const text = count === undefined ? '' : `${count.translated} of ${count.total}`
    for (const code of new Set(rows.map(({ path }) => languageOf(path)))) {
      if (code === undefined) continue
      if (text === '' || next.get(code) !== text) codes[index]!.add(code)
      next.set(code, text)
    }
  }
  return codes
}
