import { compareViews } from '../../catalog/compare.ts'
import type { View } from '../../catalog/model.ts'
import type { Given } from '../command.ts'
import { note } from '../output/note.ts'
import { screenOf } from '../output/terminal.ts'
import { openSubject, type Selection, select } from '../read-view.ts'
import { resolveIn } from '../resolve-in.ts'
import { findSubject } from '../subject.ts'
import { componentFacts, type DiffFacts } from './facts.ts'
import { diffText } from './text.ts'

/**
 * Prints what differs between two commits, or a commit and the files on disk. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, RepositoryError where something cannot be read.
 */
export async function diff({ operands, values }: Given): Promise<number> {
  const [base = 'HEAD', head] = operands
  const { config: configFile, component, language, format = 'text' } = values
  const environment = process.env
  const about = { operand: undefined, configFile, ref: undefined, keepsOthers: false }
  const subject = await findSubject({ ...about, environment, onProgress: note })
  const path = subject.place?.path ?? '.'
  const isOnDisk = head === undefined && subject.place?.folder !== undefined
  const baseOid = resolveIn(path, base)
  const headOid = isOnDisk ? null : resolveIn(path, head ?? 'HEAD')
  const options = { fromWorkTree: isOnDisk, environment, warn: note }
  const reading = await openSubject(subject, options)
  try {
    const before = await reading.view(baseOid)
    const after = await reading.view(headOid ?? undefined)
    const chosen = choose([after, before], { component, language })
    const components = componentFacts(compareViews(before, after), chosen)
    const facts: DiffFacts = { base: baseOid, head: headOid, components }
    const screen = screenOf(process.stdout, environment)
    const text = format === 'json' ? JSON.stringify(facts, null, 2) : diffText(facts, screen)
    process.stdout.write(`${text}\n`)
  } finally {
    await reading.close()
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
