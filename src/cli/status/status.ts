import type { Arguments } from '../command.ts'
import { openTarget, select } from '../open-target.ts'
import { readOutdated } from '../outdated.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { warn } from '../output/warn.ts'
import { resolveIn } from '../resolve-in.ts'
import { findTarget } from '../target.ts'
import { UsageError } from '../usage-error.ts'
import { statusCsv, statusMarkdown, statusOpenMetrics } from './formats.ts'
import { type StatusSummary, summarizeStatus } from './summary.ts'
import { statusTable } from './table.ts'

const printers: Readonly<Record<string, (summary: StatusSummary, screen: Screen) => string>> = {
  table: statusTable,
  json: (summary) => JSON.stringify(summary, null, 2),
  csv: statusCsv,
  markdown: statusMarkdown,
  openmetrics: statusOpenMetrics,
}

/**
 * Prints the status of a repository; what cannot be read of it is shown as an alert. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, and RepositoryError where nothing can be read.
 */
export async function status({
  operands: [operand],
  values,
  switches,
}: Arguments): Promise<number> {
  const { config: configFile, ref: revision, component, language, format = 'table' } = values
  const environment = process.env
  const isWorkTreeAsked = switches.has('worktree')
  if (isWorkTreeAsked && revision !== undefined) {
    throw new UsageError('gitglot status: --worktree and --ref exclude each other')
  }
  const target = await findTarget({
    operand,
    configFile,
    ref: revision,
    keepsOthers: true,
    environment,
    onProgress: warn,
  })
  if (isWorkTreeAsked && target.place !== undefined && target.place.folder === undefined) {
    throw new UsageError(`gitglot status: --worktree: ${target.name} has no work tree`)
  }
  if (target.leftOut.length > 0) {
    warn(`of other repositories and left out: ${target.leftOut.join(', ')}`)
  }
  // Without a place there may be several repositories, each with the ref.
  const ref =
    revision === undefined || target.place === undefined
      ? revision
      : resolveIn(target.place.path, revision)
  const wantsOutdated = switches.has('outdated')
  const fromWorkTree = ref === undefined
  const options = { fromWorkTree, wantsOutdated, environment, warn: warn }
  const opened = await openTarget(target, options)
  try {
    const view = await opened.view(ref)
    const selected = select(view, { component, language })
    const outdated = wantsOutdated ? await readOutdated(selected) : undefined
    const summary = summarizeStatus(
      target.name,
      selected,
      outdated && ((translation) => outdated.get(translation)?.length ?? 0),
    )
    const print = printers[format] ?? statusTable
    process.stdout.write(`${print(summary, screenOf(process.stdout, environment))}\n`)
  } finally {
    await opened.close()
  }
  return 0
}
