import { groupBy } from '../group-by.ts'
import type { LoggedCommit } from '../history/commits/commits.ts'
import { type Effect, type EffectCounts, readEffects } from '../history/commits/effects.ts'
import { counted, formatNumber, joinWords } from './format-numbers.ts'

/** Most languages that a sentence names; of more it gives the number. */
const MAX_NAMED = 3

const WORDS: readonly (readonly [keyof EffectCounts, string])[] = [
  ['translated', 'translated'],
  ['reworded', 'reworded'],
  ['added', 'added'],
  ['lost', 'lost'],
  ['sourceChanged', 'outdated'],
]

/** Returns what a commit did in each component and language; see `readEffects`. */
export async function effectsOfCommit(
  { places }: LoggedCommit,
  language: string | undefined,
  signal: AbortSignal,
): Promise<readonly Effect[]> {
  const effects: Effect[] = []
  for (const place of places) effects.push(...(await readEffects(place, language, signal)))
  return effects
}

/** Describes what a commit did in one line: `Dutch and Finnish: 34 translated, 2 added`. */
export function effectText(effects: readonly Effect[]): string | undefined {
  const counts = WORDS.flatMap(([kind, word]) => {
    const count = effects.reduce((sum, effect) => sum + effect[kind], 0)
    return count === 0 ? [] : [`${formatNumber(count)} ${word}`]
  })
  const failed = effects.reduce((sum, effect) => sum + effect.failed, 0)
  if (failed > 0) counts.push(`${counted(failed, 'file')} became unreadable`)
  if (counts.length === 0) return undefined
  const names = [...new Set(effects.flatMap(({ language }) => language?.name ?? []))]
  const languages = names.length > MAX_NAMED ? `${names.length} languages` : joinWords(names)
  return languages === '' ? counts.join(', ') : `${languages}: ${counts.join(', ')}`
}

/** Describes the same with one line per language. */
export function effectLines(effects: readonly Effect[]): string[] {
  return [...groupBy(effects, ({ language }) => language?.code)].flatMap(
    ([, languageEffects]) => effectText(languageEffects) ?? [],
  )
}
