import { oncePer } from '../cache.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { Check, CheckedUnit } from './check.ts'
import type { Flags } from './flags.ts'
import { checks, ownChecks } from './registry.ts'
import { lastCodePoint } from './text.ts'

/** A unit, with the facts that decide which checks run on it. */
export interface RunUnit extends CheckedUnit {
  /** 0 untranslated, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
  readonly state: number
  /** Whether the unit belongs to the translation of the source language. */
  readonly isSource: boolean
  /** Whether the unit's component is a glossary. */
  readonly isGlossary: boolean
  /** Whether Weblate does not support the file format, so that it has no verdict to reproduce. */
  readonly isOwnFormat?: boolean
  /** Whether programs do not use the translation, so that all failures are harmless. */
  readonly isUnused?: boolean
}

/** Ids of the checks that fail on a unit, in the default order. The same ids always share one object. */
export interface Failures {
  /** Weblate's verdict, for its API. */
  readonly weblate: readonly string[]
  /** gitglot's verdict, for commands and pages: with its own checks, and without harmless failures. */
  readonly gitglot: readonly string[]
}

/** The checks that flags enable, by kind of unit. */
interface Plan {
  readonly source: CheckList
  readonly target: CheckList
  readonly glossary: CheckList
}

interface CheckList {
  readonly all: readonly Check[]
  /** Checks that may fail on units with one source and one target form. */
  readonly single: readonly SingleCheck[]
  /** Those that may fail although neither text ends with one of `ends`; most texts end with a letter. */
  readonly elsewhere: readonly SingleCheck[]
  readonly ends: ReadonlySet<number>
}

/** Objects of a single shape for speed, since this runs a million times. */
interface SingleCheck {
  readonly check: Check
  readonly fails: (source: string, target: string, unit: CheckedUnit) => unknown
}

/** The only check that runs in glossaries; it runs nowhere else. */
const GLOSSARY_CHECK = 'prohibited_initial_character'

const allChecks = [...checks, ...ownChecks]
const none = createList([])

const plansIn = { '5.14': createPlans('5.14'), '2026.10': createPlans('2026.10') }

function createPlans(version: WeblateVersion): (flags: Flags) => Plan {
  const checksOfVersion = allChecks.filter(({ since = version }) => since === version)
  const planOf = (flags: Flags) =>
    createPlan(checksOfVersion.filter((check) => runs(check, flags, version)))
  const withoutFlags = planOf(new Map())
  const ofSome = oncePer(planOf)
  return (flags) => (flags.size === 0 ? withoutFlags : ofSome(flags))
}

/** Returns the checks that run on a unit, by its state, language, component and flags. */
function listOf(unit: RunUnit): CheckList {
  const { state, isSource, isGlossary, flags } = unit
  const planOf = plansIn[unit.weblate]
  if (isGlossary) return state === 0 ? none : planOf(flags).glossary
  if (isSource) return planOf(flags).source
  return state === 0 || state === 100 ? none : planOf(flags).target
}

/** Runs all checks of single units, for both verdicts at once. */
export function judge(unit: RunUnit): Failures {
  const { sources, targets } = unit
  const list = listOf(unit)
  let outcome = noFailure
  if (sources.length !== 1 || targets.length !== 1) {
    for (const check of list.all) if (check.fails(unit)) outcome = withCheck(outcome, check, unit)
    return outcome.failures
  }
  const [source = ''] = sources
  const [target = ''] = targets
  const hasSign = list.ends.has(lastCodePoint(source)) || list.ends.has(lastCodePoint(target))
  for (const { check, fails } of hasSign ? list.single : list.elsewhere) {
    if (fails(source, target, unit)) outcome = withCheck(outcome, check, unit)
  }
  return outcome.failures
}

/** Returns the shared array with these ids, in the given order. */
export function sharedIds(ids: readonly string[]): readonly string[] {
  return ids.reduce((outcome, id) => withFailure(outcome, id, 'both'), noFailure).failures.gitglot
}

type Verdict = 'both' | 'weblate' | 'gitglot'

interface Outcome {
  readonly failures: Failures
  readonly next: Readonly<Record<Verdict, Map<string, Outcome>>>
}

const noFailure = createOutcome({ weblate: [], gitglot: [] })

function createOutcome(failures: Failures): Outcome {
  return { failures, next: { both: new Map(), weblate: new Map(), gitglot: new Map() } }
}

function withCheck(outcome: Outcome, { id, isOwn, isHarmless }: Check, unit: RunUnit): Outcome {
  if (isOwn) return unit.isUnused ? outcome : withFailure(outcome, id, 'gitglot')
  if (!unit.isUnused && isHarmless?.(unit) !== true) return withFailure(outcome, id, 'both')
  return unit.isOwnFormat ? outcome : withFailure(outcome, id, 'weblate')
}

function withFailure(outcome: Outcome, id: string, verdict: Verdict): Outcome {
  const { failures, next } = outcome
  let following = next[verdict].get(id)
  if (following === undefined) {
    following = createOutcome({
      weblate: verdict === 'gitglot' ? failures.weblate : [...failures.weblate, id],
      gitglot: verdict === 'weblate' ? failures.gitglot : [...failures.gitglot, id],
    })
    next[verdict].set(id, following)
  }
  return following
}

function createPlan(running: readonly Check[]): Plan {
  const others = running.filter(({ id }) => id !== GLOSSARY_CHECK)
  return {
    source: createList(others.filter(({ kind }) => kind === 'source')),
    target: createList(others.filter(({ kind }) => kind === 'target')),
    glossary: createList(running.filter(({ id }) => id === GLOSSARY_CHECK)),
  }
}

function createList(checks: readonly Check[]): CheckList {
  const single = checks.filter(({ needsPlural }) => !needsPlural)
  return {
    all: checks,
    single: single.map(toSingle),
    elsewhere: single.filter(({ ends }) => ends === undefined).map(toSingle),
    ends: new Set(checks.flatMap(({ ends }) => [...(ends ?? [])])),
  }
}

function toSingle(check: Check): SingleCheck {
  return { check, fails: check.failsForm ?? ((_source, _target, unit) => check.fails(unit)) }
}

function runs(check: Check, flags: Flags, version: WeblateVersion): boolean {
  const { ignoredBy, enabledBy, enabledIn2026By } = check
  if (flags.has('ignore-all-checks') || flags.has(ignoredBy)) return false
  if (enabledBy === undefined || enabledBy.some((name) => flags.has(name))) return true
  return version === '2026.10' && enabledIn2026By !== undefined && flags.has(enabledIn2026By)
}
