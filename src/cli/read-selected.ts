import { UsageError } from '../errors.ts'
import { type Selected, select, unreadIn } from '../facts/selection.ts'
import type { PartOptions, ToolPart } from '../mcp/source.ts'
import { placeOf } from '../model/paths.ts'
import { isAbsent } from '../model/readiness.ts'
import { createPlacesFinder } from '../reading/unit-places.ts'
import { componentsOf } from '../view/view.ts'
import { type Arguments, CANNOT_READ } from './command.ts'
import { withTarget } from './open-target.ts'
import { print } from './output/print.ts'
import { warn } from './output/progress.ts'
import { resolveIn } from './repository.ts'
import { findTarget, type Target } from './target.ts'

/** The part of a repository that a command shows. */
export interface SelectedPart extends ToolPart {
  /** The repository's path or address, as on the command line. */
  readonly name: string
}

/**
 * Prints a text about the selected part of a repository. Resolves with 3 after a warning if a part cannot be read,
 * otherwise with 0. Rejects like `readSelected`.
 */
export function printSelected(
  target: Target,
  options: PartOptions,
  textOf: (part: SelectedPart) => Promise<string>,
): Promise<number> {
  return readSelected(target, options, async (part) => {
    const unread = unreadIn(part.selected)
    for (const message of unread) warn(message)
    print(await textOf(part))
    return unread.length > 0 ? CANNOT_READ : 0
  })
}

/**
 * Finds the repository of a command with the options `--config`, `--ref` and `--worktree`. Warns of skipped components.
 * Throws ConfigError, RepositoryError, and UsageError if there is no work tree to read.
 */
export async function findReadTarget(
  { operands: [operand], values, switches }: Arguments,
  command: string,
): Promise<Target> {
  const { config: configFile, ref } = values
  const needsWorkTree = switches.has('worktree')
  if (needsWorkTree && ref !== undefined) {
    throw new UsageError(`gitglot ${command}: --worktree and --ref cannot be combined`)
  }
  const target = await findTarget({ operand, configFile, ref, keepsOthers: true })
  const { name, place, leftOut } = target
  if (needsWorkTree && place !== undefined && place.folder === undefined) {
    throw new UsageError(`gitglot ${command}: --worktree: ${name} has no work tree`)
  }
  if (leftOut.length > 0) warn(`skipped components of other repositories: ${leftOut.join(', ')}`)
  return target
}

/**
 * Reads the selected part of a repository, on disk or at a ref, for as long as `use` needs it. Throws UsageError,
 * NotFoundError for an unknown ref, and RepositoryError if nothing can be read.
 */
export async function readSelected<T>(
  target: Target,
  { ref: revision, needs, ...selection }: PartOptions,
  use: (part: SelectedPart) => T | Promise<T>,
): Promise<T> {
  const { name, place } = target
  // A configuration without a place may have several repositories, each of which resolves the ref itself.
  const ref = revision && place ? await resolveIn(place.path, revision) : revision
  const options = { fromWorkTree: ref === undefined, wantsOutdated: needs !== 'units' }
  return withTarget(target, options, async ({ catalog, view: viewAt, readOutdated }) => {
    const view = await viewAt(ref)
    const selected = withoutAbsent(select(componentsOf(view), selection), revision)
    const translations = selected.flatMap((part) => part.translations)
    return use({
      ...{ name, selected, askAbout: catalog.askAbout, historyOf: catalog.historyOf },
      outdated: needs === 'outdated' ? await readOutdated(translations) : undefined,
      findPlaces: createPlacesFinder(catalog.readFile),
      people: await catalog.people(view),
    })
  })
}

/** Drops components that do not exist at a ref, with a warning; if none exists, the ref or the settings are wrong. */
function withoutAbsent(
  selected: readonly Selected[],
  ref: string | undefined,
): readonly Selected[] {
  if (ref === undefined) return selected
  const there = selected.filter(({ component }) => !isAbsent(component))
  if (there.length === 0 || there.length === selected.length) return selected
  const absent = selected.filter((component) => !there.includes(component))
  warn(`did not exist at ${ref}: ${absent.map(({ component }) => placeOf(component)).join(', ')}`)
  return there
}
