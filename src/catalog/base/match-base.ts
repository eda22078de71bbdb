import { isDeepStrictEqual } from 'node:util'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { withUniqueNames } from '../../config/unique-names.ts'
import type { Component, Translation, View } from '../../model/model.ts'
import { findRow, targetIfAny } from '../../model/unit.ts'
import { componentsOf } from '../../view/view.ts'
import { type ComponentDifference, compareViews } from '../compare.ts'
import {
  decidedByBase,
  formerConfig,
  isStillThere,
  type Pair,
  type Placed,
  pairComponents,
  type Sides,
} from './pair-components.ts'

/** The components of some projects matched to those of a base. */
export interface BaseMatch {
  /** The projects with the base's decisions on discovered components, and with removed ones, to read their base. */
  readonly projects: readonly ProjectConfig[]
  /** Components whose files were elsewhere at the base, with the settings to read them there. */
  readonly formerly: ReadonlyMap<ComponentConfig, ComponentConfig>
  readonly pairs: readonly Pair[]
  /** Components that have files now and none at the base. */
  readonly added: ReadonlySet<ComponentConfig>
  /** Components whose files have all been removed. */
  readonly gone: readonly Placed[]
  /** Components that the configuration listed at the base but no longer does, although their files exist. */
  readonly dropped: readonly Placed[]
}

/**
 * Matches the components of projects to those of a base: by filemask, then by the content of files, then by name. For
 * projects whose components were `discovered`, given by slug, the base also decides what discovery guesses from files,
 * such as the style of placeholders: a change must not influence how it is checked. Throws RepositoryError.
 */
export function matchBase(
  projects: readonly ProjectConfig[],
  formerProjects: readonly ProjectConfig[],
  discovered: ReadonlySet<string>,
  sides: Sides,
): BaseMatch {
  const former = placed(formerProjects)
  const isFound = ({ project }: Placed) => discovered.has(project.slug)
  const pairs: Pair[] = pairComponents(placed(projects), former, sides).map((pair) =>
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
    const atBase = formerConfig(pair, sides)
    const there = isDeepStrictEqual(atBase, config) ? config : atBase
    if (there !== config) formerly.set(config, there)
    const hadFiles = sides.before.filesOf({ project, config: there }).length > 0
    if (!hadFiles && sides.now.filesOf(pair.now).length > 0) added.add(there)
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
    projects: withGone,
    formerly,
    pairs,
    added,
    gone,
    dropped: left.filter((placed) => !isFound(placed) && sides.now.filesOf(placed).length > 0),
  }
}

/** Works like `compareViews`, but skips a component on a side where it has no files. */
export function compareBoth(
  { added, gone }: BaseMatch,
  before: View,
  after: View,
  renamedIn?: Parameters<typeof compareViews>[2],
): ComponentDifference[] {
  return compareViews(without(before, added), without(after, configsOf(gone)), renamedIn)
}

/** Returns the components of the changed view that still have files, or should have: not those that the change removed. */
export function componentsLeft({ gone }: BaseMatch, after: View): readonly Component[] {
  return componentsOf(without(after, configsOf(gone)))
}

function configsOf(components: readonly Placed[]): ReadonlySet<ComponentConfig> {
  return new Set(components.map(({ config }) => config))
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
    const target = targetIfAny(now, row)
    const oldRow = target ? findRow(old.table, now.table, row) : undefined
    if (oldRow !== undefined && old.targets.at(oldRow) === target) shared++
  }
  return shared / Math.min(filled(before), filled(after))
}

function filled({ statistics: { total, translated, fuzzy } }: Translation): number {
  return Math.min(total.units, translated.units + fuzzy.units)
}
