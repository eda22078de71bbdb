import type { Arguments } from '../command.ts'
import { openTarget } from '../open-target.ts'
import { readOutdated } from '../outdated.ts'
import { screenOf } from '../output/terminal.ts'
import { warn } from '../output/warn.ts'
import { resolveIn } from '../repository.ts'
import { select } from '../selection.ts'
import { findTarget } from '../target.ts'
import { UsageError } from '../usage-error.ts'
import { type StatusFormat, statusPrinters } from './formats.ts'
import { summarizeStatus } from './summary.ts'

/**
 * Prints the status of a repository; parts that cannot be read are shown as alerts. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, and RepositoryError if nothing can be read.
 */
export async function status(args: Arguments): Promise<number> {
  const { operands, values, switches } = args
  const { config: configFile, ref: revision, component, language } = values
  const needsWorkTree = switches.has('worktree')
  if (needsWorkTree && revision !== undefined) {
    throw new UsageError('gitglot status: --worktree and --ref exclude each other')
  }
  const [operand] = operands
  const target = await findTarget({ operand, configFile, ref: revision, keepsOthers: true })
  const { name, place, leftOut } = target
  if (needsWorkTree && place !== undefined && place.folder === undefined) {
    throw new UsageError(`gitglot status: --worktree: ${name} has no work tree`)
  }
  if (leftOut.length > 0) warn(`skipped components of other repositories: ${leftOut.join(', ')}`)
  // Without a place there may be several repositories, each with the ref.
  const ref = revision && place ? resolveIn(place.path, revision) : revision
  const wantsOutdated = switches.has('outdated')
  const opened = await openTarget(target, { fromWorkTree: ref === undefined, wantsOutdated })
  try {
    const selected = select(await opened.view(ref), { component, language })
    const outdated = wantsOutdated ? await readOutdated(selected, opened.historyOf) : undefined
    const summary = summarizeStatus(name, selected, outdated)
    // One of the option's choices.
    const print = statusPrinters[values['format'] as StatusFormat]
    process.stdout.write(`${print(summary, screenOf(process.stdout))}\n`)
  } finally {
    await opened.close()
  }
  return 0
}
