import { oncePer } from '../cache.ts'
import { CAPPED_CHECKS, failingWithoutCaps } from '../checking/failing-without-caps.ts'
import type { Language } from '../languages/language.ts'
import {
  type FailingChecks,
  failingOn,
  failingRows,
  type Verdicts,
} from '../model/failing-checks.ts'
import type { Alert, Component, Translation, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { isAbsent } from '../model/readiness.ts'
import { STATE } from '../model/statistics.ts'
import { findRow, rowOfHash, type SourceTable, type Units } from '../model/unit.ts'
import { sourceOf } from '../view/view.ts'

/**
 * What may happen to a unit, in the order of lists; several kinds may apply. `changed`: its source or target differs.
 * `translated`: it is translated and was not, or is new. `untranslated`: it was translated and is not, or is gone
 * although its source is still there. `failing`: it fails checks that it did not fail before, or is new and fails.
 */
export const DIFFERENCE_KINDS = [
  'added',
  'removed',
  'changed',
  'translated',
  'untranslated',
  'failing',
] as const

/** See `DIFFERENCE_KINDS`. */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** All lists of kinds, which units share: the bits of an index say which kinds its list has. */
export const KIND_LISTS: readonly (readonly DifferenceKind[])[] = Array.from(
  { length: 1 << DIFFERENCE_KINDS.length },
  (_, bits) => DIFFERENCE_KINDS.filter((_kind, place) => ((bits >> place) & 1) === 1),
)

function kindsOf(is: Partial<Record<DifferenceKind, boolean>>): readonly DifferenceKind[] {
  let bits = 0
  for (const [place, kind] of DIFFERENCE_KINDS.entries()) if (is[kind] === true) bits |= 1 << place
  return KIND_LISTS[bits] ?? []
}

const REMOVED = kindsOf({ removed: true })
const LOST = kindsOf({ removed: true, untranslated: true })
const FAILING = kindsOf({ failing: true })
const NONE: readonly string[] = []

/** A unit that differs: its rows in the translations before and after, undefined where it does not exist. */
export interface UnitDifference {
  readonly kinds: readonly DifferenceKind[]
  readonly before: number | undefined
  readonly after: number | undefined
  /** Ids of the checks that fail after and did not before. */
  readonly newlyFailing: readonly string[]
}

/**
 * One language of a component; `before` or `after` is undefined if there was no translation then. If both files are
 * readable, the numbers of added and removed units make up the difference of the counts.
 */
export interface LanguageDifference {
  readonly language: Language
  readonly before: Translation | undefined
  readonly after: Translation | undefined
  /**
   * Units that differ: those of the later side in the order of the file, then the removed ones. None if the later file
   * is unreadable; if the earlier one is, all count as added.
   */
  readonly units: readonly UnitDifference[]
}

/** One component; `before` or `after` is undefined if it did not exist then. */
export interface ComponentDifference {
  readonly before: Component | undefined
  readonly after: Component | undefined
  /** All languages, even unchanged ones: in the order of `after`, then the removed ones. */
  readonly languages: readonly LanguageDifference[]
  /** New problems: files that no longer parse. */
  readonly newAlerts: readonly Alert[]
}

/** Maps the present codes of renamed languages to their former codes. */
type RenamedLanguages = ReadonlyMap<string, string>

/**
 * Returns the differences of all components of two views, in the order of the later view, then those of removed ones.
 * Languages with different codes count as different, unless `renamedIn` pairs them.
 */
export function compareViews(
  before: View,
  after: View,
  renamedIn: (before: Component, after: Component) => RenamedLanguages = () => new Map(),
): ComponentDifference[] {
  const old = componentsByPlace(before)
  const result: ComponentDifference[] = []
  for (const [place, component] of componentsByPlace(after)) {
    const earlier = old.get(place)
    const renamed = earlier && renamedIn(earlier, component)
    result.push(compareComponents(earlier, component, { renamed }))
    old.delete(place)
  }
  for (const component of old.values()) result.push(compareComponents(component, undefined))
  return result
}

interface CompareOptions {
  /** The verdict by which checks fail (default: gitglot's own). */
  readonly by?: keyof Verdicts | undefined
  readonly renamed?: RenamedLanguages | undefined
  /** The units that differ, by language, if already known. */
  readonly units?: readonly (readonly UnitDifference[])[] | undefined
}

/**
 * Returns the difference of one component at two commits. Matches units by `id_hash`. Only translations whose units or
 * checks differ take time, and only differing units take memory.
 */
export function compareComponents(
  before: Component | undefined,
  after: Component | undefined,
  { by = 'verdict', renamed = new Map(), units: unitDifferences = [] }: CompareOptions = {},
): ComponentDifference {
  // The languages of a component share most tables, so each pair is matched once.
  const matchesOf = oncePer((later: SourceTable) =>
    oncePer((earlier: SourceTable) => matchRows(earlier, later)),
  )
  const source = after && sourceOf(after)
  const comparison = { by, matchesOf, sources: () => source?.units().table }
  const old = new Map(
    before?.translations.map((translation) => [translation.language.code, translation]),
  )
  const languages: LanguageDifference[] = []
  const add = (earlier: Translation | undefined, later: Translation | undefined) => {
    const { language } = (later ?? earlier)!
    const units =
      unitDifferences[languages.length] ?? compareTranslations(earlier, later, comparison)
    languages.push({ language, before: earlier, after: later, units })
  }
  for (const translation of after?.translations ?? []) {
    const { language } = translation
    const code = renamed.get(language.code) ?? language.code
    add(old.get(code), translation)
    old.delete(code)
  }
  // A broken file of all languages does not tell which it holds.
  const isUnknown =
    after?.translations.length === 0 && after.state === 'unreadable' && !isAbsent(after)
  for (const translation of isUnknown ? [] : old.values()) add(translation, undefined)
  return { before, after, languages, newAlerts: newAlertsOf(before, after, renamed) }
}

function componentsByPlace({ projects }: View): Map<string, Component> {
  return new Map(
    projects.flatMap(({ components }) =>
      components.map((component) => [placeOf(component), component]),
    ),
  )
}

/** A file that is now broken in another way, or at another path, is nothing new. */
export function newAlertsOf(
  before: Component | undefined,
  after: Component | undefined,
  renamed: RenamedLanguages = new Map(),
): readonly Alert[] {
  const old = new Map(
    before?.translations.map(({ language, filename }) => [language.code, filename]),
  )
  const places = new Map(
    after?.translations.map(({ language: { code }, filename }) => [
      old.get(renamed.get(code) ?? code),
      filename,
    ]),
  )
  const nameOf = ({ name }: Alert, filename: string) => `${name}\n${filename}`
  const formerNames = new Set(
    before?.alerts.map((alert) => nameOf(alert, places.get(alert.filename) ?? alert.filename)),
  )
  return (after?.alerts ?? []).filter((alert) => !formerNames.has(nameOf(alert, alert.filename)))
}

/** Returns the units that differ. A unit that did not fail before only because of a cap does not fail newly. */
function compareTranslations(
  before: Translation | undefined,
  after: Translation | undefined,
  comparison: Comparison,
): UnitDifference[] {
  const units = compareUnits(before, after, comparison)
  const isCapped = ({ newlyFailing }: UnitDifference) =>
    newlyFailing.some((id) => CAPPED_CHECKS.has(id))
  if (before === undefined || !units.some(isCapped)) return units
  const failing = failingWithoutCaps(before, comparison.by)
  return compareUnits(before, after, comparison, failing)
}

interface Comparison {
  readonly by: keyof Verdicts
  /** Returns the later source texts. */
  readonly sources: () => SourceTable | undefined
  readonly matchesOf: (later: SourceTable) => (earlier: SourceTable) => Int32Array
}

/** Nothing is known about the strings of an unreadable file, unless its template is gone, nor about sources in no other. */
function isUnread({ alert, component }: Translation): boolean {
  const isBroken = (alert: Alert | undefined) => alert !== undefined && alert.name !== 'MissingFile'
  const { state, translations } = component
  return (
    isBroken(alert) ||
    (state === 'unreadable' && translations.some((other) => isBroken(other.alert)))
  )
}

function compareUnits(
  before: Translation | undefined,
  after: Translation | undefined,
  { by, matchesOf, sources }: Comparison,
  failingBefore = before?.[by] ?? new Uint32Array(),
): UnitDifference[] {
  if (after !== undefined && isUnread(after)) return []
  if (before !== undefined && before.contentKey === after?.contentKey) {
    return compareChecks(failingBefore, after[by])
  }
  const differences: UnitDifference[] = []
  const [old, now] = [before?.units(), after?.units()]
  const rows = old && now && matchesOf(now.table)(old.table)
  const isGone = new Uint8Array(old?.states.length ?? 0).fill(1)
  for (let row = 0; now !== undefined && row < now.states.length; row++) {
    const match = rows?.[row] ?? -1
    const oldRow = match < 0 || match >= isGone.length ? undefined : match
    if (oldRow !== undefined) isGone[oldRow] = 0
    const was = oldRow === undefined ? undefined : readUnit(old!, oldRow, failingBefore)
    const { kinds, newlyFailing } = compareUnit(was, readUnit(now, row, after![by]))
    if (kinds.length > 0) differences.push({ kinds, before: oldRow, after: row, newlyFailing })
  }
  // A file without keys may lack strings that the source has.
  const isRead = after !== undefined && after.alert === undefined
  const source = isRead && isGone.includes(1) ? sources() : undefined
  const isInSource = (row: number) =>
    source !== undefined && source !== now?.table && findRow(source, old!.table, row) !== undefined
  for (let row = 0; row < isGone.length; row++) {
    if (isGone[row] === 0 || old === undefined) continue
    const isLost = isTranslated(old, row) && isInSource(row)
    const kinds = isLost ? LOST : REMOVED
    differences.push({ kinds, before: row, after: undefined, newlyFailing: NONE })
  }
  return differences
}

/** Equal units may fail different checks, since checks across units also read other components. */
function compareChecks(before: FailingChecks, after: FailingChecks): UnitDifference[] {
  return failingRows(after).flatMap(([row, ids]) => {
    const newlyFailing = newChecks(failingOn(before, row), ids)
    return newlyFailing.length === 0
      ? []
      : [{ kinds: FAILING, before: row, after: row, newlyFailing }]
  })
}

interface ReadUnit {
  readonly source: string | undefined
  readonly target: string | undefined
  readonly isTranslated: boolean
  readonly failing: readonly string[]
}

function readUnit(units: Units, row: number, failing: FailingChecks): ReadUnit {
  return {
    source: units.table.sources.at(row),
    target: units.targets.at(row),
    isTranslated: isTranslated(units, row),
    failing: failingOn(failing, row),
  }
}

function isTranslated({ states }: Units, row: number): boolean {
  return (states[row] ?? STATE.empty) >= STATE.translated
}

function compareUnit(
  old: ReadUnit | undefined,
  now: ReadUnit,
): Pick<UnitDifference, 'kinds' | 'newlyFailing'> {
  const newlyFailing = newChecks(old?.failing ?? NONE, now.failing)
  const kinds = kindsOf({
    added: old === undefined,
    changed: old !== undefined && (old.source !== now.source || old.target !== now.target),
    translated: now.isTranslated && !old?.isTranslated,
    untranslated: old?.isTranslated === true && !now.isTranslated,
    failing: newlyFailing.length > 0,
  })
  return { kinds, newlyFailing }
}

function newChecks(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before === after) return NONE
  if (before.length === 0) return after
  const ids = after.filter((id) => !before.includes(id))
  return ids.length === 0 ? NONE : ids
}

/** Returns, for each row of the later table, the row of the earlier one, or -1. */
function matchRows(before: SourceTable, after: SourceTable): Int32Array {
  const rows = new Int32Array(after.count)
  for (let row = 0; row < after.count; row++) {
    const match =
      before === after
        ? row
        : rowOfHash(before, after.idHashes[2 * row]!, after.idHashes[2 * row + 1]!)
    rows[row] = match ?? -1
  }
  return rows
}
