import type { Given } from '../command.ts'
import { outdatedIn, readOutdated } from '../outdated.ts'
import { harmless } from '../output/harmless.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { openSubject, select } from '../read-view.ts'
import { resolveIn } from '../resolve-in.ts'
import { findSubject } from '../subject.ts'
import { UsageError } from '../usage-error.ts'
import { type StatusFacts, statusFacts } from './facts.ts'
import { statusCsv, statusMarkdown, statusOpenMetrics } from './formats.ts'
import { statusTable } from './table.ts'

const printers: Readonly<Record<string, (facts: StatusFacts, screen: Screen) => string>> = {
  table: statusTable,
  json: (facts) => JSON.stringify(facts, null, 2),
  csv: statusCsv,
  markdown: statusMarkdown,
  openmetrics: statusOpenMetrics,
}

/**
 * Prints the status of a repository; what cannot be read of it is shown as an alert. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, and RepositoryError where nothing can be read.
 */
export async function status({ operands: [operand], values, switches }: Given): Promise<number> {
  const { config: configFile, ref: revision, component, language, format = 'table' } = values
  const environment = process.env
  const note = (message: string) => process.stderr.write(`${harmless(message)}\n`)
  const isWorkTreeAsked = switches.has('worktree')
  if (isWorkTreeAsked && revision !== undefined) {
    throw new UsageError('gitglot status: --worktree and --ref exclude each other')
  }
  const subject = await findSubject({
    operand,
    configFile,
    ref: revision,
    keepsOthers: true,
    environment,
    onProgress: note,
  })
  if (isWorkTreeAsked && subject.place !== undefined && subject.place.folder === undefined) {
    throw new UsageError(`gitglot status: --worktree: ${subject.name} has no work tree`)
  }
  if (subject.leftOut.length > 0) {
    note(`of other repositories and left out: ${subject.leftOut.join(', ')}`)
  }
  // Without a place there may be several repositories, each with the ref.
  const ref =
    revision === undefined || subject.place === undefined
      ? revision
      : resolveIn(subject.place.path, revision)
  const catalog = await openSubject(subject, { fromWorkTree: ref === undefined, environment })
  try {
    const view = ref === undefined ? catalog.current() : await catalog.viewAt(ref)
    const outdated = switches.has('outdated')
      ? await readOutdated(subject, { ref, environment, warn: note })
      : undefined
    const facts = statusFacts(
      subject.name,
      select(view, { component, language }),
      outdated && ((translation) => outdatedIn(outdated, translation).length),
    )
    const print = printers[format] ?? statusTable
    process.stdout.write(`${print(facts, screenOf(process.stdout, environment))}\n`)
  } finally {
    await catalog.close()
  }
  return 0
}
