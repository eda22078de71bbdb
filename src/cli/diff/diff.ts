import { compareViews } from '../../catalog/compare.ts'
import type { Arguments } from '../command.ts'
import { openTarget } from '../open-target.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'
import { resolveIn } from '../repository.ts'
import { select } from '../selection.ts'
import { findTarget } from '../target.ts'
import { type DiffSummary, summarizeDifferences } from './summary.ts'
import { diffText } from './text.ts'

/**
 * Prints the differences between two commits, or a commit and the files on disk. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, RepositoryError if something cannot be read.
 */
export async function diff({ operands, values }: Arguments): Promise<number> {
  const [base = 'HEAD', head] = operands
  const { config: configFile, component, language } = values
  const target = await findTarget({ configFile })
  const path = target.place?.path ?? '.'
  const isOnDisk = head === undefined && target.place?.folder !== undefined
  const baseOid = resolveIn(path, base)
  const headOid = isOnDisk ? null : resolveIn(path, head ?? 'HEAD')
  const opened = await openTarget(target, { fromWorkTree: isOnDisk })
  try {
    const before = await opened.view(baseOid)
    const after = await opened.view(headOid ?? undefined)
    // A component or language may be in one view only.
    const both = { ...after, projects: [...after.projects, ...before.projects] }
    const selected = select(both, { component, language })
    const components = summarizeDifferences(compareViews(before, after), selected)
    const summary: DiffSummary = { base: baseOid, head: headOid, components }
    const text =
      values['format'] === 'json'
        ? printableJson(summary)
        : diffText(summary, screenOf(process.stdout))
    process.stdout.write(`${text}\n`)
  } finally {
    await opened.close()
  }
  return 0
}
