import { isDeepStrictEqual } from 'node:util'
import { type ComponentDifference, compareViews } from '../../catalog/compare.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { ConfigError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import type { Component, Translation, View } from '../../model/model.ts'
import { findRow } from '../../model/unit.ts'
import { withUniqueNames } from '../discover/add.ts'
import type { LocalRepository } from '../find-repository.ts'
import { warn } from '../output/progress.ts'
import { resolveIn, withRepository } from '../repository.ts'
import { adopt, configAt, findComponents, type Target } from '../target.ts'
import {
  decidedByBase,
  formerConfig,
  isStillThere,
  type Pair,
  type Placed,
  pairUp,
  Side,
  type Sides,
} from './pair.ts'

/** A target together with a base that it is compared with. */
export interface Compared {
  /** The target with the base's decisions on discovered components, and with removed ones, to read their base. */
  readonly target: Target
  /** Components whose files were elsewhere at the base, with the settings to read them there. */
  readonly formerly: ReadonlyMap<ComponentConfig, ComponentConfig>
  readonly pairs: readonly Pair[]
  /** Components that have no file at the base. */
  readonly added: ReadonlySet<ComponentConfig>
  /** Components of the target whose files have all been removed. */
  readonly gone: readonly Placed[]
  /** Components that the configuration listed at the base but no longer does, although their files exist. */
  readonly dropped: readonly Placed[]
  /** The configuration file of the base, if it has been removed. */
  readonly lostFile: string | undefined
}

/**
 * Matches the components of a target to those of a base: by filemask, then by the content of files, then by name. The
 * base also decides what discovery guesses from files, such as the style of placeholders: a change must not influence
 * how it is checked. Throws RepositoryError and NotFoundError.
 */
export async function compareWithBase(
  target: Target,
  base: string,
  head?: string,
): Promise<Compared> {
  const { place } = target
  if (place === undefined) {
    const nothing = { pairs: [], added: new Set<ComponentConfig>(), gone: [], dropped: [] }
    return { target, formerly: new Map(), lostFile: undefined, ...nothing }
  }
  const { path, folder } = place
  const isOnDisk = folder !== undefined && head === undefined
  const oid = isOnDisk ? WORK_TREE_OID : (head ?? (await resolveIn(path, 'HEAD')))
  const { projects, file } = await findFormerProjects(target, place, base)
  const lostFile = target.origin === 'nowhere' ? file : undefined
  const compareWith = (now: Repository) =>
    withRepository(path, (before) => {
      const sides = { now: new Side(now, oid), before: new Side(before, base) }
      return compare(target, placed(projects), sides)
    })
  return { ...withRepository(path, compareWith, isOnDisk), lostFile }
}

/**
 * Returns the projects of a target at another commit, from its configuration there, otherwise by discovery there. If
 * the target's own configuration uses discovery, its current settings apply. Also returns the path of the configuration
 * there; undefined if there was none, or if it is outside the repository.
 */
async function findFormerProjects(target: Target, place: LocalRepository, oid: string) {
  const rediscovered: ProjectConfig[] = []
  for (const project of target.discovered)
    rediscovered.push(await findComponents(project, place, oid))
  const slugs = new Set(rediscovered.map(({ slug }) => slug))
  const { projects, file } = await readFormerProjects(target, place, oid)
  return { projects: [...rediscovered, ...projects.filter(({ slug }) => !slugs.has(slug))], file }
}

async function readFormerProjects({ config, origin }: Target, place: LocalRepository, oid: string) {
  const today = { projects: config.projects, file: undefined }
  if (origin === 'elsewhere') return today
  const path = origin === 'nowhere' ? undefined : origin.path
  const at = { commit: oid, shown: oid.slice(0, 12), ...(path !== undefined && { path }) }
  try {
    const found = await configAt(place, at, { ref: oid })
    const former = await adopt(found, place, { ref: oid })
    const file = typeof found.origin === 'object' ? found.origin.path : undefined
    return { projects: former?.config.projects ?? [], file }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // Nothing was found there, or its configuration has errors that have been fixed since.
    if (origin !== 'nowhere') warn(`${error.message}; compared with today's configuration`)
    return today
  }
}

function compare(
  target: Target,
  former: readonly Placed[],
  sides: Sides,
): Omit<Compared, 'lostFile'> {
  const { projects } = target.config
  const paths = new Set(
    (target.origin === 'nowhere' ? projects : target.discovered).map(({ slug }) => slug),
  )
  const isFound = ({ project }: Placed) => paths.has(project.slug)
  const pairs: Pair[] = pairUp(placed(projects), former, sides).map((pair) =>
    isFound(pair.now) ? decidedByBase(pair, sides) : { ...pair, isFound: false },
  )
  const used = new Set(pairs.map((pair) => pair.former?.config))
  const left = former.filter(({ config }) => !used.has(config))
  const siblings = left.filter((placed) => isFound(placed) && isStillThere(placed, pairs, sides))
  for (const sibling of siblings) pairs.push({ now: sibling, former: sibling, isFound: true })
  const taken = pairs.map(({ now }) => now.config)
  const gone = left
    .filter((placed) => sides.now.filesOf(placed).length === 0)
    .map((placed) => ({ ...placed, config: withUniqueNames(placed.config, taken) }))
  const formerly = new Map<ComponentConfig, ComponentConfig>()
  const added = new Set<ComponentConfig>()
  for (const pair of pairs) {
    const { project, config } = pair.now
    const there = formerConfig(pair, sides)
    if (!isDeepStrictEqual(there, config)) formerly.set(config, there)
    if (sides.before.filesOf({ project, config: there }).length === 0) added.add(there)
  }
  const withGone = projects.map((project) => {
    const siblings = [...pairs.map(({ now }) => now), ...gone].filter(
      (sibling) => sibling.project.slug === project.slug,
    )
    const components = [
      ...project.components.filter(isLocal),
      ...siblings.map(({ config }) => config),
    ]
    return { ...project, components }
  })
  return {
    target: { ...target, config: { ...target.config, projects: withGone } },
    formerly,
    pairs,
    added,
    gone,
    dropped: left.filter((placed) => !isFound(placed) && sides.now.filesOf(placed).length > 0),
  }
}

/** Works like `compareViews`, but skips a component on a side where it has no files. */
export function compareBoth(
  { added, gone }: Compared,
  before: View,
  after: View,
  renamedIn?: Parameters<typeof compareViews>[2],
): ComponentDifference[] {
  const goneConfigs = new Set(gone.map(({ config }) => config))
  return compareViews(without(before, added), without(after, goneConfigs), renamedIn)
}

function without(view: View, components: ReadonlySet<ComponentConfig>): View {
  const projects = view.projects.map((project) => ({
    ...project,
    components: project.components.filter(({ config }) => !components.has(config)),
  }))
  return { ...view, projects }
}

function placed(projects: readonly ProjectConfig[]): Placed[] {
  return projects.flatMap((project) =>
    project.components.filter((config) => !isLocal(config)).map((config) => ({ project, config })),
  )
}

function isLocal({ vcs }: ComponentConfig): boolean {
  return vcs === 'local'
}

/** The minimum share of common texts for a language to count as renamed, as in Git's rename detection. */
const LEAST_SHARED = 0.5

/** Returns the old codes of languages, by the new code, whose file was renamed, such as `pt.json` to `pt-PT.json`. */
export function renamedLanguages(before: Component, after: Component): ReadonlyMap<string, string> {
  const gone = withoutTwin(before, after)
  const renamed = new Map<string, string>()
  for (const translation of withoutTwin(after, before)) {
    const [best] = gone
      .map((former) => ({ former, share: sharedTexts(former, translation) }))
      .filter(({ share }) => share >= LEAST_SHARED)
      .sort((a, b) => b.share - a.share)
    if (best === undefined) continue
    renamed.set(translation.language.code, best.former.language.code)
    gone.splice(gone.indexOf(best.former), 1)
  }
  return renamed
}

function withoutTwin({ translations }: Component, other: Component): Translation[] {
  const codes = new Set(other.translations.map(({ language }) => language.code))
  return translations.filter(({ language, isSource }) => !isSource && !codes.has(language.code))
}

/** Returns the share of the smaller translation's translated strings that the other has with the same text. */
function sharedTexts(before: Translation, after: Translation): number {
  const [old, now] = [before.units(), after.units()]
  let shared = 0
  for (let row = 0; row < now.table.count; row++) {
    const target = now.targets.at(row)
    const oldRow = target ? findRow(old.table, now.table, row) : undefined
    if (oldRow !== undefined && old.targets.at(oldRow) === target) shared++
  }
  return shared / Math.min(filled(before), filled(after))
}

function filled({ statistics: { total, translated, fuzzy } }: Translation): number {
  return Math.min(total.units, translated.units + fuzzy.units)
}
