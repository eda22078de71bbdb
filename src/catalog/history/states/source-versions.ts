import type { Step, Timeline } from '../timeline/timeline.ts'
import type { UnitReader } from '../timeline/unit-reader.ts'

/** A source text and the step that brought it. */
export interface SourceVersion {
  readonly step: Step
  readonly text: string
}

/** The history of a component, and what reads it. */
export interface Readable {
  readonly timeline: Timeline
  readonly reader: UnitReader
}

const known = new WeakMap<Timeline, ReadonlyMap<string, readonly SourceVersion[]>>()

/**
 * The source texts of each context that the template still has, oldest first, since the context came (back). A template
 * that cannot be read is passed over. Yields after every template; known at once when it was asked before.
 */
export function* sourceVersions({
  timeline,
  reader,
}: Readable): Generator<void, ReadonlyMap<string, readonly SourceVersion[]>> {
  const before = known.get(timeline)
  if (before !== undefined) return before
  let versions = new Map<string, SourceVersion[]>()
  for (const step of stepsOfTemplate(timeline)) {
    const table = reader.sources(timeline.files(step.index))
    if (table === undefined) continue
    const next = new Map<string, SourceVersion[]>()
    for (let row = 0; row < table.count; row++) {
      const context = table.contexts.at(row)!
      const text = table.sources.at(row)!
      const own = versions.get(context) ?? []
      if (own.at(-1)?.text !== text) own.push({ step, text })
      next.set(context, own)
    }
    versions = next
    yield
  }
  known.set(timeline, versions)
  return versions
}

/** Oldest first. */
function stepsOfTemplate(timeline: Timeline): Step[] {
  const steps: Step[] = []
  let step = timeline.lastTranslationChange('', timeline.steps.length - 1)
  while (step !== undefined) {
    steps.push(step)
    step = timeline.lastTranslationChange('', step.index - 1)
  }
  return steps.reverse()
}
