import { isAbsent } from '../../catalog/knowledge.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import { parseRange } from '../../git/revision.ts'
import type { Arguments } from '../command.ts'
import { CANNOT_READ } from '../exit-code.ts'
import { compareBoth, compareWithBase } from '../former/former.ts'
import { openTarget } from '../open-target.ts'
import { print } from '../output/print.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'
import { warn } from '../output/warn.ts'
import { resolveIn } from '../repository.ts'
import { type Selection, select, unreadIn } from '../selection.ts'
import { findTarget, type Target } from '../target.ts'
import { type DiffSummary, summarizeDifferences } from './summary.ts'
import { diffText } from './text.ts'

/**
 * Prints the differences between two commits, or a commit and the files on disk. Resolves with 3 if a part cannot be read, which
 * is told, else with 0. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, RepositoryError if something cannot be read.
 */
export async function diff({ operands, values, switches }: Arguments): Promise<number> {
  const [first = 'HEAD', second] = operands
  const { base, head } = (second === undefined && parseRange(first)) || {
    base: first,
    head: second,
  }
  const { config: configFile, component, language } = values
  const target = await findTarget({ configFile })
  const { summary, unread } = await readDifferences(target, { base, head, component, language })
  const text =
    values['format'] === 'json'
      ? printableJson(summary)
      : diffText(summary, screenOf(process.stdout), { isShort: switches.has('stat') })
  print(`${text}\n`)
  return unread.length > 0 ? CANNOT_READ : 0
}

interface DiffOptions extends Selection {
  readonly base: string
  /** Default: the files on disk, where there is a work tree, else `HEAD`. */
  readonly head?: string | undefined
}

/** What differs, and why something cannot be read. */
interface Differences {
  readonly summary: DiffSummary
  readonly unread: readonly string[]
}

/** Reads the differences of the selected components and languages. Warns of what cannot be read; throws as `diff`. */
export async function readDifferences(
  target: Target,
  { base, head, ...selection }: DiffOptions,
): Promise<Differences> {
  const path = target.place?.path ?? '.'
  const isOnDisk = head === undefined && target.place?.folder !== undefined
  const baseOid = await resolveIn(path, base)
  const headOid = isOnDisk ? null : await resolveIn(path, head ?? 'HEAD')
  const compared = await compareWithBase(target, baseOid, headOid ?? undefined)
  const opened = await openTarget(compared.target, { fromWorkTree: isOnDisk })
  try {
    const before = await opened.view(baseOid, compared.formerly)
    const after = await opened.view(headOid ?? undefined)
    // A component or language may be in one view only.
    const both = { ...after, projects: [...after.projects, ...before.projects] }
    const selected = select(both, selection)
    const components = summarizeDifferences(compareBoth(compared, before, after), selected)
    // What does not exist yet at the base is new, not unreadable.
    const old = new Set(componentsOf(before))
    const unread = unreadIn(
      selected.filter(({ component }) => !(old.has(component) && isAbsent(component))),
    )
    for (const message of unread) warn(message)
    return { summary: { base: baseOid, head: headOid, components }, unread }
  } finally {
    await opened.close()
  }
}
