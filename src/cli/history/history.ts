import type { HistoryRecord, VersionRecord } from '../../facts/records.ts'
import { historyRecords } from '../../facts/unit-history.ts'
import { printableJson, sanitizeTerminal } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { commitText, markChange, textOf } from '../output/texts.ts'
import { findReadTarget, printSelected } from '../read-selected.ts'

/** Prints the versions of a string, newest first; of the source by default. Resolves and throws like `list`. */
export async function history(args: Arguments): Promise<number> {
  const [key = '', ...operands] = args.operands
  const { ref, component, language, format } = args.values
  const target = await findReadTarget({ ...args, operands }, 'history')
  const options = { ref, component, language, needs: 'history' } as const
  return printSelected(target, options, async (part) => {
    const records = await historyRecords(part, key, language)
    const screen = screenOf(process.stdout)
    return format === 'json'
      ? `${printableJson({ repository: part.name, strings: records })}\n`
      : records.map((record) => historyText(record, screen)).join('\n')
  })
}

function historyText(record: HistoryRecord, screen: Screen): string {
  const { component, language, context, versions, skipped, isComplete } = record
  const title = [component, language, context].map(sanitizeTerminal).join('  ')
  const lines = versions.flatMap((version, index) => {
    const before = versions[index + 1]
    const words = [version.change, ...(version.change === 'removed' ? [] : [version.state ?? ''])]
    return [
      `  ${commitText(version, screen)}  ${screen.paint('dim', words.join(', '))}`,
      ...changeLines(before, version, screen).map((line) => `      ${line}`),
    ]
  })
  const notes = [
    ...skipped.map(({ commit, message }) => `${commit.slice(0, 12)} cannot be read: ${message}`),
    ...(isComplete ? [] : ['the earlier history is unknown']),
  ]
  const rest = notes.map((note) => `  ${screen.paint('dim', sanitizeTerminal(note))}`)
  return `${[screen.paint('bold', title), ...lines, ...rest].join('\n')}\n`
}

/** Formats the changes of source and text, only once if the source is its own translation. */
function changeLines(
  before: VersionRecord | undefined,
  { change, source, target }: VersionRecord,
  screen: Screen,
): string[] {
  if (change === 'removed') return []
  const [oldSource, nowSource] = [textOf(before?.source ?? []), textOf(source)]
  const [old, now] = [textOf(before?.target ?? []), textOf(target)]
  const isOwn = nowSource === now && (before === undefined || oldSource === old)
  const changed = before !== undefined && oldSource !== nowSource && !isOwn
  return [
    ...(changed ? [`source: ${markChange(oldSource, nowSource, screen)}`] : []),
    ...(old === now ? [] : [markChange(old, now, screen)]),
  ]
}
