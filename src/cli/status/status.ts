import type { Given } from '../command.ts'
import { readOutdated } from '../outdated.ts'
import { note } from '../output/note.ts'
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
  const wantsOutdated = switches.has('outdated')
  const fromWorkTree = ref === undefined
  const options = { fromWorkTree, wantsOutdated, environment, warn: note }
  const reading = await openSubject(subject, options)
  try {
    const view = await reading.view(ref)
    const selected = select(view, { component, language })
    const outdated = wantsOutdated ? await readOutdated(selected) : undefined
    const facts = statusFacts(
      subject.name,
      selected,
      outdated && ((translation) => outdated.get(translation)?.length ?? 0),
    )
    const print = printers[format] ?? statusTable
    process.stdout.write(`${print(facts, screenOf(process.stdout, environment))}\n`)
  } finally {
    await reading.close()
  }
  return 0
}
