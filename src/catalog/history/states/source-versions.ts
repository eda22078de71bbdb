import type { ComponentConfig } from '../../../config/config.ts'
import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import type { Component } from '../../model.ts'
import type { FormerSource } from '../../reading/former-files.ts'
import { logKey } from '../changes/stored-runs.ts'
import type { ComponentHistory } from '../component-history.ts'
import { type Step, stepsByCommit, type Timeline } from '../timeline/timeline.ts'
import { createTracked, type Tracked } from './tracked.ts'

/** A source text, and the step that introduced it. */
export interface SourceVersion {
  readonly step: Step
  /** Blob id instead of the text, if a unit is a whole file. */
  readonly text: string
  /** Whether its commit says that translations may ignore it. */
  readonly isUntracked: boolean
}

/** The history of a component, its reader and its store. */
export interface Readable extends Pick<ComponentHistory, 'timeline' | 'reader' | 'store'> {
  readonly config: ComponentConfig
  /** Its `logKey`. */
  readonly log: string
  readonly isTracked: Tracked
}

export function readableOf(
  { config, project }: Pick<Component, 'config' | 'project'>,
  history: ComponentHistory,
): Readable {
  const log = logKey({ config, project: project.config }, history.timeline)
  return { ...history, config, log, isTracked: createTracked(history.repository, config) }
}

type Versions = Map<string, SourceVersion[]>
type StoredVersions = readonly (readonly [
  context: string,
  versions: readonly (readonly [commit: string, text: string, isUntracked: boolean])[],
])[]

/** How many of the newest commits to check for a stored result. */
const MAX_LOOKS = 100

const versionsOf = new WeakMap<Timeline, Versions>()

/**
 * Returns the source texts of each context in the template, oldest first, since the context last appeared. Skips
 * versions of the template that do not parse. Reads only versions newer than those of an earlier call.
 */
export function sourceVersions(history: Readable): ReadonlyMap<string, readonly SourceVersion[]> {
  const { timeline, store, log } = history
  const before = versionsOf.get(timeline)
  if (before !== undefined) return before
  const stored = store.bucket<StoredVersions>({ name: 'sources' })
  const keyOf = ({ commit }: Step) => `${log}/${commit}`
  const open: Step[] = []
  let versions: Versions = new Map()
  for (const step of stepsOfTemplate(timeline)) {
    const storedVersions = open.length < MAX_LOOKS ? stored.get(keyOf(step)) : undefined
    if (storedVersions !== undefined) {
      versions = openVersions(storedVersions, timeline)
      break
    }
    open.push(step)
  }
  const [newest] = open
  if (newest !== undefined) {
    addVersions(versions, open.toReversed(), history)
    if (newest.commit !== WORK_TREE_OID) stored.set(keyOf(newest), packVersions(versions))
  }
  versionsOf.set(timeline, versions)
  return versions
}

function addVersions(
  versions: Versions,
  steps: readonly Step[],
  { timeline, reader, config, isTracked }: Readable,
): void {
  const template = { path: config.template }
  const readSources = reader.openSources()
  let last: readonly FormerSource[] = []
  for (const step of steps) {
    const sources = readSources(timeline.files(step.index))
    if (sources === undefined) continue
    for (const [index, former] of sources.entries()) {
      if (former === last[index]) continue
      const { context, source: text } = former
      const list = versions.get(context)
      if (list === undefined) versions.set(context, [{ step, text, isUntracked: false }])
      else if (list.at(-1)?.text !== text) {
        list.push({ step, text, isUntracked: !isTracked(step, template, context) })
      }
    }
    last = sources
    if (versions.size > sources.length) {
      const contexts = new Set(sources.map(({ context }) => context))
      for (const context of versions.keys()) if (!contexts.has(context)) versions.delete(context)
    }
  }
}

function packVersions(versions: Versions): StoredVersions {
  return Array.from(versions, ([context, list]) => [
    context,
    list.map(({ step, text, isUntracked }) => [step.commit, text, isUntracked] as const),
  ])
}

/** A commit always has the same ancestors. */
function openVersions(stored: StoredVersions, timeline: Timeline): Versions {
  const steps = stepsByCommit(timeline)
  const versions: Versions = new Map()
  for (const [context, list] of stored) {
    versions.set(
      context,
      list.flatMap(([commit, text, isUntracked]) => {
        const step = steps.get(commit)
        return step === undefined ? [] : [{ step, text, isUntracked }]
      }),
    )
  }
  return versions
}

/** Newest first. */
function stepsOfTemplate(timeline: Timeline): Step[] {
  const steps: Step[] = []
  let step = timeline.lastTranslationChange('', timeline.steps.length - 1)
  while (step !== undefined) {
    steps.push(step)
    step = timeline.lastTranslationChange('', step.index - 1)
  }
  return steps
}
