import { oncePer } from '../cache.ts'
import type { Check, CheckedUnit } from './check.ts'
import type { Flags } from './flags.ts'
import { checks } from './registry.ts'
import { lastCodePoint } from './text.ts'

/** A unit with what decides which checks look at it. */
export interface RunUnit extends CheckedUnit {
  /** 0 untranslated, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  readonly state: number
  /** Whether it is of the translation of the source language. */
  readonly isSource: boolean
  /** Whether its component is a glossary. */
  readonly isGlossary: boolean
}

/** The checks that flags let run, by the kind of unit. */
interface Plan {
  readonly source: CheckList
  readonly target: CheckList
  readonly glossary: CheckList
}

interface CheckList {
  readonly all: readonly Check[]
  /** For units with one source and one target form: those that may fail. */
  readonly single: readonly SingleCheck[]
  /** Of these the ones that may fail where neither text ends with one of `ends`: most texts end with a letter. */
  readonly elsewhere: readonly SingleCheck[]
  readonly ends: ReadonlySet<number>
}

/** Objects of one shape, as this runs a million times. */
interface SingleCheck {
  readonly id: string
  readonly fails: (source: string, target: string, unit: CheckedUnit) => boolean
}

/** The only check that runs in glossaries, and nowhere else. */
const GLOSSARY_CHECK = 'prohibited_initial_character'

const planWithoutFlags = createPlan(new Map())
const none = createList([])

/** The checks that run on the unit: by its state, language, component and flags. */
function listOf(unit: RunUnit): CheckList {
  const { state, isSource, isGlossary } = unit
  if (isGlossary) return state === 0 ? none : planOf(unit.flags).glossary
  if (isSource) return planOf(unit.flags).source
  return state === 0 || state === 100 ? none : planOf(unit.flags).target
}

/**
 * The ids of the checks that fail, in the default order. The same array each time for the same checks, so that a catalog
 * can keep one reference a unit.
 */
export function failingChecks(unit: RunUnit): readonly string[] {
  const { sources, targets } = unit
  const list = listOf(unit)
  let outcome = noFailure
  if (sources.length !== 1 || targets.length !== 1) {
    for (const check of list.all) if (check.fails(unit)) outcome = withFailure(outcome, check.id)
    return outcome.ids
  }
  const [source = ''] = sources
  const [target = ''] = targets
  const hasSign = list.ends.has(lastCodePoint(source)) || list.ends.has(lastCodePoint(target))
  for (const { id, fails } of hasSign ? list.single : list.elsewhere) {
    if (fails(source, target, unit)) outcome = withFailure(outcome, id)
  }
  return outcome.ids
}

/** The array that `failingChecks` gives for these ids, in their order. */
export function sharedIds(ids: readonly string[]): readonly string[] {
  return ids.reduce(withFailure, noFailure).ids
}

interface Outcome {
  readonly ids: readonly string[]
  readonly next: Map<string, Outcome>
}

const noFailure: Outcome = { ids: [], next: new Map() }

function withFailure(outcome: Outcome, id: string): Outcome {
  let next = outcome.next.get(id)
  if (next === undefined) {
    next = { ids: [...outcome.ids, id], next: new Map() }
    outcome.next.set(id, next)
  }
  return next
}

function planOf(flags: Flags): Plan {
  return flags.size === 0 ? planWithoutFlags : planOfSome(flags)
}

const planOfSome = oncePer(createPlan)

function createPlan(flags: Flags): Plan {
  const running = flags.has('ignore-all-checks') ? [] : checks.filter((check) => runs(check, flags))
  const others = running.filter(({ id }) => id !== GLOSSARY_CHECK)
  return {
    source: createList(others.filter(({ kind }) => kind === 'source')),
    target: createList(others.filter(({ kind }) => kind === 'target')),
    glossary: createList(running.filter(({ id }) => id === GLOSSARY_CHECK)),
  }
}

function createList(all: readonly Check[]): CheckList {
  const single = all.filter(({ needsPlural }) => !needsPlural)
  return {
    all,
    single: single.map(toSingle),
    elsewhere: single.filter(({ ends }) => ends === undefined).map(toSingle),
    ends: new Set(all.flatMap(({ ends }) => [...(ends ?? [])])),
  }
}

function toSingle(check: Check): SingleCheck {
  return { id: check.id, fails: check.failsForm ?? ((_source, _target, unit) => check.fails(unit)) }
}

function runs({ ignoredBy, enabledBy }: Check, flags: Flags): boolean {
  return !flags.has(ignoredBy) && (enabledBy?.some((name) => flags.has(name)) ?? true)
}
