import { compareBoth, componentsLeft } from '../catalog/base/match-base.ts'
import { readReview } from '../catalog/review/review.ts'
import { UsageError } from '../errors.ts'
import type { Sides } from '../facts/differences.ts'
import { select, selectPairs, unreadIn } from '../facts/selection.ts'
import { parseRange } from '../git/revision.ts'
import type { SidesOptions } from '../mcp/source.ts'
import type { Component } from '../model/model.ts'
import { componentsOf } from '../view/view.ts'
import { type Arguments, CANNOT_READ } from './command.ts'
import { compareWithBase } from './compare-with-base.ts'
import { withTarget } from './open-target.ts'
import { print } from './output/print.ts'
import { readingHistory, warn } from './output/progress.ts'
import { resolveIn } from './repository.ts'
import { findTarget, type Target } from './target.ts'

/**
 * Reads the selected part of a repository at two commits, for as long as `use` needs it. Warns of unreadable parts.
 * Throws UsageError, NotFoundError for an unknown ref, and RepositoryError.
 */
export async function readSides<T>(
  target: Target,
  { base, head, wantsHistory, ...selection }: SidesOptions,
  use: (sides: Sides) => Promise<T>,
): Promise<T> {
  const { place, name } = target
  if (place === undefined) {
    throw new UsageError(
      `${name}: cannot compare refs across repositories; run gitglot in one of them, or name one`,
    )
  }
  const isOnDisk = head === undefined && place.folder !== undefined
  const baseOid = await resolveIn(place.path, base)
  const headOid = isOnDisk ? null : await resolveIn(place.path, head ?? 'HEAD')
  const compared = await compareWithBase(target, place, baseOid, headOid ?? undefined)
  const options = { fromWorkTree: isOnDisk, wantsOutdated: wantsHistory }
  return withTarget(compared.target, options, async ({ catalog, view }) => {
    const before = await view(baseOid, compared.match.formerly)
    const after = await view(headOid ?? undefined)
    const old = componentsOf(before)
    // A component or language may be in one view only.
    const selected = select([...componentsOf(after), ...old], selection)
    // Files that do not exist on one side are new or removed, not unreadable.
    const left = componentsLeft(compared.match, after)
    const isMissing = ({ alerts }: Component) => alerts.some(({ name }) => name === 'MissingFile')
    const unread = unreadIn(
      selected.filter(({ component }) => left.includes(component) || !isMissing(component)),
    )
    for (const message of unread) warn(message)
    const differences = selectPairs(compareBoth(compared.match, before, after), selected)
    const { askAbout, historyOf } = catalog
    const people = await catalog.people(after)
    return use({
      ...{ base: baseOid, head: headOid, selected, unread },
      differences: async () => differences,
      review: () => readingHistory(() => readReview(differences, { askAbout, historyOf, people })),
    })
  })
}

/**
 * Prints a command's output for two commits that its operands name: a base and a head, or both as `main...dev`.
 * Resolves with 3 after a warning if a part cannot be read, otherwise with 0. Throws ConfigError and like `readSides`.
 */
export async function printSides(
  { operands: [first = 'HEAD', second], values }: Arguments,
  wantsHistory: boolean,
  textOf: (sides: Sides) => Promise<string>,
): Promise<number> {
  const range = second === undefined ? parseRange(first) : undefined
  const { config: configFile, component, language } = values
  const options = { base: first, head: second, ...range, component, language, wantsHistory }
  const target = await findTarget({ configFile, ref: options.head, base: options.base })
  return readSides(target, options, async (sides) => {
    print(`${await textOf(sides)}\n`)
    return sides.unread.length > 0 ? CANNOT_READ : 0
  })
}
