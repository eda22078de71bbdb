/** A run of words that both texts have, or one of them. */
interface WordRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Above this many pairs of words the whole text counts as replaced: the table of pairs takes time and memory. */
const MAX_PAIRS = 1_000_000

/** The difference of two texts word by word: as few words as can be are removed and added. White space and marks are words. */
export function diffWords(before: string, after: string): WordRun[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  const most = Math.min(old.length, now.length) - start
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++
  const middle = diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end))
  const runs: WordRun[] = [
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ]
  return joinRuns(runs.filter(({ text }) => text !== ''))
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? []
}

function diffMiddle(old: readonly string[], now: readonly string[]): WordRun[] {
  if (old.length * now.length > MAX_PAIRS) {
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: now.join('') },
    ]
  }
  // Longest common subsequences of the ends: of old from i and now from j.
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const runs: WordRun[] = []
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    const [oldWord, newWord] = [old[i], now[j]]
    if (oldWord !== undefined && oldWord === newWord) {
      runs.push({ kind: 'same', text: oldWord })
      i++
      j++
    } else if (
      oldWord !== undefined &&
      (newWord === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))
    ) {
      runs.push({ kind: 'removed', text: oldWord })
      i++
    } else {
      runs.push({ kind: 'added', text: newWord ?? '' })
      j++
    }
  }
  return runs
}

/** Neighbours as one run, removed words before added ones; white space between changes is changed with them. */
function joinRuns(runs: readonly WordRun[]): WordRun[] {
  const joined: WordRun[] = []
  const pending = { same: '', removed: '', added: '' }
  const flush = (kind: WordRun['kind']) => {
    if (pending[kind] !== '') joined.push({ kind, text: pending[kind] })
    pending[kind] = ''
  }
  runs.forEach(({ kind, text }, index) => {
    const isChanged = pending.removed !== '' || pending.added !== ''
    if (kind !== 'same') {
      flush('same')
      pending[kind] += text
    } else if (isChanged && /^\s+$/.test(text) && runs[index + 1]?.kind !== 'same') {
      pending.removed += text
      pending.added += text
    } else {
      flush('removed')
      flush('added')
      pending.same += text
    }
  })
  for (const kind of ['removed', 'added', 'same'] as const) flush(kind)
  return joined
}
