import { once } from '../../cache.ts'
import { checkedUnitsOf } from '../../checking/checked-units.ts'
import { failureMessages } from '../../checking/explain-checks.ts'
import { severityOf } from '../../checking/severity.ts'
import { findPlaceholders } from '../../checks/placeholders/find.ts'
import { namingOf } from '../../history/states/text-versions.ts'
import type { Component, Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { STATE } from '../../model/statistics.ts'
import {
  checksumText,
  findRow,
  formsOf,
  keyOrSource,
  sourceForms,
  targetForms,
  targetIfAny,
} from '../../model/unit.ts'
import { compareComponents, type LanguageDifference, type UnitDifference } from '../compare.ts'
import type { ComponentWork } from '../component-work.ts'
import type { PairArgs } from '../read-differences.ts'
import {
  REASONS,
  type Reason,
  type ReasonKind,
  type ReviewedString,
  reason,
  sortReasons,
} from './reason.ts'
import { scriptsIn, textRisks } from './text-risks.ts'

/** Numbers of strings that changed in a language of a component. */
export interface ReviewedLanguage {
  readonly language: string
  readonly languageName: string
  readonly isSource: boolean
  /** Strings that have a text now and had none. */
  readonly translated: number
  readonly reworded: number
  /** Strings that had a text, and now have none or are removed. */
  readonly untranslated: number
}

/** A string whose text changed. */
export interface RewordedString {
  readonly language: string
  /** The name that `namingOf` gives the string. */
  readonly name: string
  /** Stored values. */
  readonly before: string
  readonly after: string
  readonly checksum: string
}

/** The part of a component's review that does not need its history. */
export interface ReviewedComponent {
  readonly languages: readonly ReviewedLanguage[]
  readonly strings: readonly ReviewedString[]
  readonly reworded: readonly RewordedString[]
}

/** Reviews components, each at two commits. */
export const reviewWork: ComponentWork<PairArgs, readonly ReviewedComponent[]> = {
  name: 'review',
  run: (components, { pairs }, progress) =>
    pairs.map(([before, after], index) => {
      progress(index, pairs.length, 'components')
      return reviewComponent(components[before]?.component, components[after]?.component)
    }),
}

function reviewComponent(
  before: Component | undefined,
  after: Component | undefined,
): ReviewedComponent {
  const { languages } = compareComponents(before, after)
  const strings: ReviewedString[] = []
  const reworded: RewordedString[] = []
  for (const difference of languages) {
    const { before, after, units } = difference
    if (after === undefined || after.alert !== undefined || before?.alert !== undefined) continue
    if (units.length === 0) continue
    const review = createUnitReview(before, after)
    for (const unit of units) {
      if (unit.after === undefined) {
        strings.push(...lostString(before, after, unit))
        continue
      }
      const reviewed = after.isSource
        ? reviewSource(difference, languages, unit.after, unit)
        : review(unit, unit.after)
      if (reviewed !== undefined) strings.push(reviewed)
      if (!after.isSource) reworded.push(...rewordedIn(before, after, unit, unit.after))
    }
  }
  return { languages: languages.map(countChanges).filter(isChanged), strings, reworded }
}

function countChanges({ language, before, after, units }: LanguageDifference): ReviewedLanguage {
  const counts = { translated: 0, reworded: 0, untranslated: 0 }
  const isSource = (after ?? before)?.isSource === true
  for (const unit of units) {
    const old = textAt(before, unit.before)
    const now = textAt(after, unit.after)
    // A translation removed with its source is reported for the source only.
    const isLost = unit.kinds.includes('untranslated')
    const isGone = unit.after === undefined && after !== undefined && !isSource && !isLost
    if (old === now || isGone) continue
    if (old === '') counts.translated++
    else if (now === '') counts.untranslated++
    else counts.reworded++
  }
  return { language: language.code, languageName: language.name, isSource, ...counts }
}

function isChanged({ translated, reworded, untranslated }: ReviewedLanguage): boolean {
  return translated + reworded + untranslated > 0
}

function textAt(translation: Translation | undefined, row: number | undefined): string {
  return row === undefined || translation === undefined ? '' : targetIfAny(translation.units(), row)
}

function sourceAt(translation: Translation | undefined, row: number | undefined): string {
  return row === undefined ? '' : (translation?.units().table.sources.at(row) ?? '')
}

function rewordedIn(
  before: Translation | undefined,
  after: Translation,
  unit: UnitDifference,
  row: number,
): RewordedString[] {
  const [old, now] = [textAt(before, unit.before), textAt(after, row)]
  if (old === '' || now === '' || old === now) return []
  const units = after.units()
  const name = namingOf(after.component.config).ofRow(units, row)
  const checksum = checksumText(units, row)
  return [{ language: after.language.code, name, before: old, after: now, checksum }]
}

/** Returns a translated string that the file lost, although its source is still there. */
function lostString(
  before: Translation | undefined,
  after: Translation,
  unit: UnitDifference,
): ReviewedString[] {
  if (before === undefined || unit.before === undefined) return []
  if (!unit.kinds.includes('untranslated')) return []
  const reasons = [reason('untranslated', 'The string is no longer in the file.')]
  const lost = reviewed(before, unit.before, before, unit, reasons)
  const component = placeOf(after.component)
  return lost === undefined
    ? []
    : [{ ...lost, component, language: after.language.code, after: [''] }]
}

/** Returns the function that reviews a unit of a translation; it returns undefined for a unit without risks. */
function createUnitReview(
  before: Translation | undefined,
  after: Translation,
): (unit: UnitDifference, row: number) => ReviewedString | undefined {
  const units = after.units()
  const unitAt = checkedUnitsOf(after)
  // Computed on demand: it reads every text, and most changes reword none.
  const usual = once(() => ({ scripts: before && usualScripts(before) }))
  return (unit, row) => {
    const source = sourceAt(after, row)
    const [old, now] = [textAt(before, unit.before), textAt(after, row)]
    const isReworded = old !== now
    const reasons: Reason[] = []
    const add = (kind: ReasonKind, message: string) => reasons.push(reason(kind, message))
    if (isReworded) {
      const checked = unitAt(units, row)
      const { hosts = NO_HOSTS } = checked
      reasons.push(
        ...textRisks(source, old, now, hosts, usual().scripts),
        ...lossesIn(checked, targetForms(units, row), old),
      )
      if (now === '' && old !== '') add('untranslated', 'The string is no longer translated.')
      if (now === source && isWorded(source)) add('same', 'The translation repeats its source.')
      const isSameSource = sourceAt(before, unit.before) === source
      if (old !== '' && now !== '' && isSameSource) {
        add('reworded', 'The translation changed; its source did not.')
      }
    }
    for (const { id, message } of failureMessages(after, row, unit.newlyFailing)) {
      const severity = severityOf(id, after.component) ?? 'note'
      const isSaid = reasons.some(({ kind }) => kind === SAME_AS[id])
      if (severity !== 'note' && !isSaid) add(SAME_AS[id] ?? severity, message)
    }
    return reviewed(after, row, before, unit, reasons)
  }
}

const NO_HOSTS: ReadonlySet<string> = new Set()

/** Checks that would repeat a reason. */
const SAME_AS: Readonly<Record<string, ReasonKind>> = {
  'bidi-control': 'hidden',
  'new-link': 'link',
  'unsafe-markup': 'markup',
  'mixed-script': 'script',
  'zero-width-space': 'hidden',
  same: 'same',
}

/** Returns the placeholders and plural forms that the earlier text had and this one lacks. */
function lossesIn(
  unit: Parameters<typeof findPlaceholders>[0],
  now: readonly string[],
  before: string,
): Reason[] {
  const old = before === '' ? [] : formsOf(before)
  const placeholdersIn = (text: string) =>
    findPlaceholders(unit, text).map(({ start, end }) => text.slice(start, end))
  const inSource = new Set(unit.sources.flatMap(placeholdersIn))
  const inNow = new Set(now.flatMap(placeholdersIn))
  const lost = [...new Set(old.flatMap(placeholdersIn))].filter(
    (placeholder) => inSource.has(placeholder) && !inNow.has(placeholder),
  )
  const isThere = (form: string) => form !== ''
  const [forms, left] = [old.filter(isThere).length, now.filter(isThere).length]
  const losses: Reason[] = []
  if (left > 0 && lost.length > 0) losses.push(reason('placeholder', `Lost: ${lost.join(', ')}.`))
  if (left > 0 && left < forms) {
    losses.push(reason('plural', `It had ${forms} plural forms; now it has ${left}.`))
  }
  return losses
}

/** A source whose words changed, and the languages whose finished translations did not. */
function reviewSource(
  difference: LanguageDifference,
  languages: readonly LanguageDifference[],
  row: number,
  unit: UnitDifference,
): ReviewedString | undefined {
  const { before, after } = difference
  const [old, now] = [textAt(before, unit.before), textAt(after, row)]
  if (after === undefined || old === '' || wordsIn(old) === wordsIn(now)) return undefined
  const { table } = after.units()
  const stale = languages
    .filter((translated) => translated.after !== undefined && !translated.after.isSource)
    .flatMap(({ language, ...translated }) => {
      const [target, former] = [translated.after!.units(), translated.before?.units()]
      const at = findRow(target.table, table, row)
      const formerAt =
        at === undefined || former === undefined
          ? undefined
          : findRow(former.table, target.table, at)
      if (at === undefined || formerAt === undefined) return []
      const wasDone = (former?.states[formerAt] ?? STATE.empty) >= STATE.translated
      const text = targetIfAny(target, at)
      return wasDone && text !== '' && text === former?.targets.at(formerAt) ? [language.code] : []
    })
  if (stale.length === 0) return undefined
  const message = `The source changed; finished translations did not: ${stale.join(', ')}.`
  return reviewed(after, row, before, unit, [reason('stale', message)])
}

/** Returns only the words of a text: punctuation, spaces and case do not change a meaning. */
function wordsIn(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+|[{}%$<>]/gu) ?? []).join(' ')
}

/** Returns whether a text has a word to translate: names and placeholders are the same in many languages. */
function isWorded(text: string): boolean {
  return (text.replace(/[{<%$]\S*/g, ' ').match(/\p{Ll}{3,}/gu) ?? []).length > 1
}

function usualScripts(translation: Translation): ReadonlySet<string> | undefined {
  const scripts = new Set<string>()
  let texts = 0
  const units = translation.units()
  for (let row = 0; row < units.targets.length; row++) {
    const text = targetIfAny(units, row)
    if (text !== '') texts++
    for (const script of scriptsIn(text)) scripts.add(script)
  }
  return texts === 0 ? undefined : scripts
}

function reviewed(
  after: Translation,
  row: number,
  before: Translation | undefined,
  unit: UnitDifference,
  reasons: readonly Reason[],
): ReviewedString | undefined {
  const [first] = sortReasons(reasons)
  if (first === undefined) return undefined
  const units = after.units()
  return {
    component: placeOf(after.component),
    language: after.language.code,
    checksum: checksumText(units, row),
    context: keyOrSource(units, row),
    risk: REASONS[first.kind],
    reasons: sortReasons(reasons),
    source: sourceForms(units, row),
    before:
      before === undefined || unit.before === undefined
        ? null
        : targetForms(before.units(), unit.before),
    after: targetForms(units, row),
  }
}
