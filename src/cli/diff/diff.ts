import { compareViews } from '../../catalog/compare.ts'
import type { View } from '../../catalog/model.ts'
import type { Arguments } from '../command.ts'
import { openTarget, type Selection, select } from '../open-target.ts'
import { screenOf } from '../output/terminal.ts'
import { warn } from '../output/warn.ts'
import { resolveIn } from '../resolve-in.ts'
import { findTarget } from '../target.ts'
import { type DiffSummary, summarizeDifferences } from './summary.ts'
import { diffText } from './text.ts'

/**
 * Prints what differs between two commits, or a commit and the files on disk. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, RepositoryError where something cannot be read.
 */
export async function diff({ operands, values }: Arguments): Promise<number> {
  const [base = 'HEAD', head] = operands
  const { config: configFile, component, language, format = 'text' } = values
  const environment = process.env
  const about = { operand: undefined, configFile, ref: undefined, keepsOthers: false }
  const target = await findTarget({ ...about, environment, onProgress: warn })
  const path = target.place?.path ?? '.'
  const isOnDisk = head === undefined && target.place?.folder !== undefined
  const baseOid = resolveIn(path, base)
  const headOid = isOnDisk ? null : resolveIn(path, head ?? 'HEAD')
  const options = { fromWorkTree: isOnDisk, environment, warn: warn }
  const opened = await openTarget(target, options)
  try {
    const before = await opened.view(baseOid)
    const after = await opened.view(headOid ?? undefined)
    const chosen = choose([after, before], { component, language })
    const components = summarizeDifferences(compareViews(before, after), chosen)
    const summary: DiffSummary = { base: baseOid, head: headOid, components }
    const screen = screenOf(process.stdout, environment)
    const text = format === 'json' ? JSON.stringify(summary, null, 2) : diffText(summary, screen)
    process.stdout.write(`${text}\n`)
  } finally {
    await opened.close()
  }
  return 0
}

/** What is chosen of both sides: a component or language may be on one of them only. */
function choose(
  [after, before]: readonly [View, View],
  selection: Selection,
): ReturnType<typeof select> {
  const both = { ...after, projects: [...after.projects, ...before.projects] }
  return select(both, selection)
}
