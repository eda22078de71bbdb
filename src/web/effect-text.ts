import type { Effect, EffectCounts } from '../catalog/history/commits/effects.ts'
import { formatNumber, joinWords } from './components/words.tsx'

/** Languages that a sentence names; of more it says how many. */
const MAX_NAMED = 3

const WORDS: readonly (readonly [keyof EffectCounts, string])[] = [
  ['translated', 'translated'],
  ['reworded', 'reworded'],
  ['added', 'added'],
  ['lost', 'lost'],
  ['sourceChanged', 'made outdated'],
  ['failed', 'files no longer parsed'],
]

/** What a commit did, in one line: `Dutch and Finnish: 34 translated, 2 added`. */
export function effectText(effects: readonly Effect[]): string | undefined {
  const counts = WORDS.flatMap(([kind, word]) => {
    const count = effects.reduce((sum, effect) => sum + effect[kind], 0)
    return count === 0 ? [] : [`${formatNumber(count)} ${word}`]
  })
  if (counts.length === 0) return undefined
  const names = [...new Set(effects.flatMap(({ language }) => language?.name ?? []))]
  const languages = names.length > MAX_NAMED ? `${names.length} languages` : joinWords(names)
  return languages === '' ? counts.join(', ') : `${languages}: ${counts.join(', ')}`
}
