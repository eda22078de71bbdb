import { isDeepStrictEqual } from 'node:util'
import { type ComponentDifference, compareViews } from '../../catalog/compare.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import type { View } from '../../model/model.ts'
import { withUniqueNames } from '../discover/add.ts'
import { resolveIn, withRepository } from '../repository.ts'
import type { Target } from '../target.ts'
import { decidedByBase, formerConfig, isStillThere, type Pair, pairUp, type Sides } from './pair.ts'
import { findFormerProjects } from './projects.ts'
import { type Placed, Side } from './side.ts'

/** A target together with a base that it is compared with. */
export interface Compared {
  /**
   * The target, with the base's decisions on discovered components, and with removed components, so that their base is
   * read.
   */
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
  const { projects, file } = await findFormerProjects(target, base)
  const lostFile = target.origin === 'nowhere' ? file : undefined
  const compared = withRepository(path, (before) =>
    withRepository(
      path,
      (now) => {
        const sides = { now: new Side(now, oid), before: new Side(before, base) }
        return compare(target, placed(projects), sides)
      },
      isOnDisk,
    ),
  )
  return { ...compared, lostFile }
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
  renamedIn?: RenamedIn,
): ComponentDifference[] {
  const goneConfigs = new Set(gone.map(({ config }) => config))
  return compareViews(without(before, added), without(after, goneConfigs), renamedIn)
}

type RenamedIn = Parameters<typeof compareViews>[2]

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
