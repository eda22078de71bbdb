import { oncePerText } from '../../cache.ts'
import { descriptionsById } from '../../checks/registry.ts'
import { NotFoundError, UsageError, unless } from '../../errors.ts'
import { findKey } from '../../facts/find-key.ts'
import { faultOfChecks } from '../../facts/find-units.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { CommitRecord } from '../../facts/records.ts'
import { createTranslationTest, select } from '../../facts/selection.ts'
import type { Commit } from '../../git/commit.ts'
import { openRepository } from '../../git/open.ts'
import type { Repository } from '../../git/repository.ts'
import { findMergeBase } from '../../git/revision.ts'
import { failingRows } from '../../model/failing-checks.ts'
import type { Component, Translation, View } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { isAbsent } from '../../model/readiness.ts'
import { keyOrSource, targetForms } from '../../model/unit.ts'
import { printableJson, sanitizeTerminal } from '../../text.ts'
import { componentsOf, translationsOf } from '../../view/view.ts'
import type { Arguments } from '../command.ts'
import { findFormerly } from '../compare-with-base.ts'
import { fetchHistoryOf, withTarget } from '../open-target.ts'
import { print } from '../output/print.ts'
import { readingHistory, warn } from '../output/progress.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { commitText, textOf } from '../output/texts.ts'
import { findReadTarget } from '../read-selected.ts'
import { resolveIn } from '../repository.ts'

type FailingString = ReturnType<typeof failuresOf>[number]

/** What `gitglot bisect --format json` prints. */
interface Broken extends CommitRecord {
  readonly check: string
  readonly subject: string
  /** Whether this is the oldest known commit, so that the string may have been broken earlier. */
  readonly isOldest: boolean
  /** The strings that have failed since that commit. */
  readonly strings: readonly FailingString[]
}

/**
 * Prints the commit since which a string fails a check, found by binary search along first parents and then in the
 * merged side. Resolves with 0. Throws like `list`, and UsageError if nothing fails the check.
 */
export async function bisect(args: Arguments): Promise<number> {
  const { check = '', ref, component, language, key, format } = args.values
  const fault = check === '' ? undefined : faultOfChecks([check])
  if (fault !== undefined || !descriptionsById.has(check)) {
    throw new UsageError(fault ?? 'gitglot bisect: --check needs the id of one check')
  }
  const target = await findReadTarget(args, 'bisect')
  const { place, name, config } = target
  if (place === undefined) throw new UsageError('gitglot bisect: expected one repository')
  await place.deepen?.()
  const head = await resolveIn(place.path, ref ?? 'HEAD')
  await fetchHistoryOf(target, head)
  return withTarget(target, { fromWorkTree: false }, async ({ view }) => {
    const selected = select(componentsOf(await view(head)), { component, language })
    const named = key === undefined ? undefined : findKey(selected, key)
    const keys =
      named && new Set(named.map((unit) => keyOrSource(unit.translation.units(), unit.row)))
    const places = new Set(selected.map((part) => placeOf(part.component)))
    const isWanted = language === undefined ? () => true : createTranslationTest(language)
    const partsOf = (at: View) =>
      componentsOf(at).filter((component) => places.has(placeOf(component)))
    const readParts = async (commit: string) => {
      const parts = partsOf(await view(commit))
      if (!parts.some(isAbsent)) return parts
      return partsOf(await view(commit, await findFormerly(target, place, commit, head)))
    }
    const failingIn = (parts: readonly Component[]) =>
      translationsOf(parts)
        .filter(isWanted)
        .flatMap((translation) => failuresOf(translation, check))
        .filter(({ context }) => keys?.has(context) !== false)
    const broken = failingIn(await readParts(head))
    const read = oncePerText(async (commit) => {
      const parts = await readParts(commit)
      const failing = failingIn(parts)
      return { failing, isUnread: broken.some((unit) => isUnread(unit, parts)) }
    })
    if (broken.length === 0) {
      throw new UsageError(`${name}: no such string fails ${check} at ${head.slice(0, 12)}`)
    }
    const repository = openRepository({ path: place.path })
    try {
      const commit = await readingHistory(() => findBroken(repository, read, head))
      const description = await describe(repository, read, commit, check)
      const broken = config.authors ? description : { ...description, author: null }
      const screen = screenOf(process.stdout)
      print(`${format === 'json' ? printableJson(broken) : brokenText(broken, screen)}\n`)
      return 0
    } finally {
      repository.close()
    }
  })
}

/** Returns the strings that fail at a commit, and whether strings that fail later cannot be read there. */
type Read = (commit: string) => Promise<{
  readonly failing: readonly FailingString[]
  readonly isUnread: boolean
}>

/** Returns the strings that fail a check: the key, or the source text without keys, and the plural forms. */
function failuresOf(translation: Translation, check: string) {
  const { component, language, verdict, units } = translation
  return failingRows(verdict).flatMap(([row, ids]) => {
    if (!ids.includes(check)) return []
    const context = keyOrSource(units(), row)
    const target = targetForms(units(), row)
    return [{ component: placeOf(component), language: language.code, context, target }]
  })
}

function isUnread({ component, language }: FailingString, parts: readonly Component[]): boolean {
  const part = parts.find((candidate) => placeOf(candidate) === component)
  if (part === undefined || isAbsent(part)) return false
  const translation = part.translations.find(({ language: { code } }) => code === language)
  return translation === undefined ? part.state === 'unreadable' : translation.alert !== undefined
}

/**
 * Finds the commit that broke `tip`, of all strings or of the wanted ones, by name; if all up to `base` (default: the
 * first known) fail, the oldest of these. Skips commits that cannot be read.
 */
async function findBroken(
  repository: Repository,
  read: Read,
  tip: string,
  { base, wanted }: { base?: string | undefined; wanted?: ReadonlySet<string> } = {},
): Promise<string> {
  /** The chain of first parents. */
  const commits = [tip]
  const parentsOf = (oid: string) =>
    repository.isShallow(oid) ? [] : repository.readCommit(oid).parents
  const at = (index: number): string | undefined => {
    for (let last = tip; commits.length <= index; commits.push(last)) {
      last = commits.at(-1)!
      const [parent] = parentsOf(last)
      if (last === base || parent === undefined) return undefined
      last = parent
    }
    return commits[index]
  }
  const isFailing = async (commit: string, names = wanted) =>
    (await read(commit)).failing.some((unit) => names?.has(nameOf(unit)) !== false)
  const fails = async (index: number) =>
    (await isFailing(commits[index]!)) || (await read(commits[index]!)).isUnread
  let failing = 0
  let passing = 1
  // Doubles the step until a commit passes, since most strings broke recently.
  while (at(passing) !== undefined && (await fails(passing))) {
    failing = passing
    passing *= 2
  }
  const last = commits.length - 1
  if (passing > last) {
    if (await fails(last)) failing = last
    passing = last
  }
  while (passing - failing > 1) {
    const middle = (failing + passing) >>> 1
    if (await fails(middle)) failing = middle
    else passing = middle
  }
  while (!(await isFailing(commits[failing]!))) failing--
  const commit = commits[failing]!
  const [first, ...others] = parentsOf(commit)
  for (const merged of others) {
    const names = new Set((await newlyFailing(read, commit, first)).map(nameOf))
    if (!(await isFailing(merged, names))) continue
    const base = findBase(repository, first!, merged)
    // What fails at the base, too, was mended on this side: the merge brought it back.
    if (base !== undefined && (await isFailing(base, names))) continue
    return findBroken(repository, read, merged, { base, wanted: names })
  }
  return commit
}

function nameOf({ component, language, context }: FailingString): string {
  return JSON.stringify([component, language, context])
}

/** Returns the strings that fail at a commit but not at its parent. */
async function newlyFailing(
  read: Read,
  commit: string,
  parent: string | undefined,
): Promise<FailingString[]> {
  const before = new Set(parent === undefined ? [] : (await read(parent)).failing.map(nameOf))
  return (await read(commit)).failing.filter((unit) => !before.has(nameOf(unit)))
}

function findBase(repository: Repository, first: string, tip: string): string | undefined {
  // The merged side may be another repository's history.
  return unless(() => findMergeBase(repository, first, tip), NotFoundError)
}

async function describe(
  repository: Repository,
  read: Read,
  oid: string,
  check: string,
): Promise<Broken> {
  const { author, committer, message, parents }: Commit = repository.readCommit(oid)
  const [parent] = repository.isShallow(oid) ? [] : parents
  if (repository.isShallow(oid)) {
    warn(`this clone is shallow and ends at ${oid}, which fails already; run git fetch --unshallow`)
  }
  return {
    check,
    commit: oid,
    author: author.name,
    date: new Date(1000 * committer.timestamp).toISOString(),
    subject: message.split('\n', 1)[0] ?? '',
    isOldest: parent === undefined,
    strings: await newlyFailing(read, oid, parent),
  }
}

const MAX_SHOWN = 20

function brokenText(broken: Broken, screen: Screen): string {
  const { subject, strings, check } = broken
  const lines = strings.slice(0, MAX_SHOWN).map(({ component, language, context, target }) => {
    return `  ${[component, language, context].map(sanitizeTerminal).join('  ')}: ${textOf(target)}`
  })
  const left = strings.length - lines.length
  return [
    `${commitText(broken, screen)}  ${sanitizeTerminal(subject)}`,
    `${counted(strings.length, 'string')} newly failing the check ${check}:`,
    ...lines,
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join('\n')
}
