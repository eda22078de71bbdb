import { unitHistoryOf } from '../../catalog/history/unit-history/unit-history.ts'
import { placeOf } from '../../catalog/paths.ts'
import { formsOf } from '../../catalog/unit.ts'
import type { Arguments } from '../command.ts'
import { markChange, textOf } from '../diff/text.ts'
import { CANNOT_READ } from '../exit-code.ts'
import { namedState } from '../list/find-units.ts'
import { stateNames } from '../list/unit-record.ts'
import { print } from '../output/print.ts'
import { printableJson, sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { warn } from '../output/warn.ts'
import { findReadTarget, readSelected, type SelectedPart } from '../read-selected.ts'
import { unreadIn } from '../selection.ts'
import { type CommitRecord, commitRecord, commitText } from './commit.ts'
import { findKey, nameOfUnit, type UnitAt } from './find-key.ts'

/** A version of a string. */
interface VersionRecord extends CommitRecord {
  readonly change: 'added' | 'changed' | 'renamed' | 'removed' | 'present'
  /** Null once it was removed. */
  readonly state: string | null
  readonly filename: string
  /** As it was then. */
  readonly context: string
  /** Plural forms, one of each for other strings. */
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** The history of a string in one language. */
export interface HistoryRecord {
  /** `project/component` */
  readonly component: string
  readonly language: string
  readonly context: string
  /** False where a shallow clone ends before its beginning. */
  readonly isComplete: boolean
  /** Newest first. */
  readonly versions: readonly VersionRecord[]
  /** Commits whose files could not be read. */
  readonly skipped: readonly { readonly commit: string; readonly message: string }[]
}

/**
 * Prints every version of a string, newest first; of the source without `--language`. Resolves with 3 if a part cannot be
 * read, which is told, else with 0. Throws as `list`, and UsageError if there is no such string.
 */
export async function history(args: Arguments): Promise<number> {
  const [key = '', ...operands] = args.operands
  const { ref, component, language, format } = args.values
  const target = await findReadTarget({ ...args, operands }, 'history')
  const options = { ref, component, language, wantsOutdated: false, wantsHistory: true }
  return readSelected(target, options, async (part) => {
    const unread = unreadIn(part.selected)
    for (const message of unread) warn(message)
    const records = await historyRecords(part, key, language)
    const screen = screenOf(process.stdout)
    print(
      format === 'json'
        ? `${printableJson({ repository: part.name, strings: records })}\n`
        : records.map((one) => historyText(one, screen)).join('\n'),
    )
    return unread.length > 0 ? CANNOT_READ : 0
  })
}

/** The histories of the strings with a key, source text or checksum; without a language those of the sources. */
export async function historyRecords(
  part: SelectedPart,
  key: string,
  language: string | undefined,
): Promise<readonly HistoryRecord[]> {
  const wanted = part.selected.map((selected) => ({
    ...selected,
    translations: selected.translations.filter(
      (translation) => language !== undefined || translation.isSource,
    ),
  }))
  const records: HistoryRecord[] = []
  for (const unit of findKey(wanted, key)) records.push(await historyRecord(unit, part))
  return records
}

async function historyRecord(
  unit: UnitAt,
  { historyOf, people }: Pick<SelectedPart, 'historyOf' | 'people'>,
): Promise<HistoryRecord> {
  const { language, component } = unit.translation
  const { versions, skipped, completeness } = await unitHistoryOf(unit, historyOf(component))
  return {
    component: placeOf(component),
    language: language.code,
    context: nameOfUnit(unit),
    isComplete: completeness?.complete === true,
    versions: versions.map(({ step: { seconds }, writtenIn, change, ...version }) => ({
      ...commitRecord({ people, component, writtenIn, seconds }),
      ...{ change, filename: version.filename },
      ...(change === 'present' && { author: null }),
      context: version.key.context || version.source,
      state:
        version.state === undefined ? null : (stateNames.get(namedState(version.state)) ?? null),
      source: formsOf(version.source),
      target: formsOf(version.target),
    })),
    skipped: skipped.map(({ step, message }) => ({ commit: step.commit, message })),
  }
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
    ...(isComplete ? [] : ['the history before is not known']),
  ]
  const rest = notes.map((note) => `  ${screen.paint('dim', sanitizeTerminal(note))}`)
  return `${[screen.paint('bold', title), ...lines, ...rest].join('\n')}\n`
}

/** What became of source and text; a source that is its own translation once. */
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
