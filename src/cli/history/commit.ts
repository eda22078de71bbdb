import type { CommitRecord } from '../../facts/records.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Screen } from '../output/terminal.ts'

/** `1a2b3c4d5e6f  2024-06-01  Ada Lovelace` */
export function commitText({ commit, author, date }: CommitRecord, { paint }: Screen): string {
  const id = paint('yellow', commit?.slice(0, 12) ?? 'uncommitted ')
  return [id, date.slice(0, 10), sanitizeTerminal(author ?? '')].join('  ').trimEnd()
}
