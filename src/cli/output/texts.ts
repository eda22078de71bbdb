import { diffWordsWithSpace } from 'diff'
import type { CommitRecord } from '../../facts/records.ts'
import { sanitizeTerminal } from '../../text.ts'
import type { Screen } from './terminal.ts'

/** Joins plural forms with bars; `''` if all are empty. */
export function textOf(forms: readonly string[]): string {
  return forms.every((form) => form === '') ? '' : forms.map(sanitizeTerminal).join(' | ')
}

/** Texts with more edits are shown as replaced, because comparing them takes too long. */
const MAX_EDITS = 1000

/** Marks changed words by color, or without colors like `git diff --word-diff`: `[-removed-]{+added+}`. */
export function markChange(before: string, after: string, { isColored, paint }: Screen): string {
  if (before === '') return after
  const removed = (text: string) => (isColored ? paint('red', text) : `[-${text}-]`)
  const added = (text: string) => (isColored ? paint('green', text) : `{+${text}+}`)
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })
  if (changes === undefined) return removed(before) + added(after)
  return changes
    .map((changeObject) =>
      (changeObject.removed ? removed : changeObject.added ? added : String)(changeObject.value),
    )
    .join('')
}

/** `1a2b3c4d5e6f  2024-06-01  Ada Lovelace` */
export function commitText({ commit, author, date }: CommitRecord, { paint }: Screen): string {
  const id = paint('yellow', commit?.slice(0, 12) ?? 'uncommitted ')
  return [id, date.slice(0, 10), sanitizeTerminal(author ?? '')].join('  ').trimEnd()
}
