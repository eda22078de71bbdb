import { withoutServerPaths } from '../../address.ts'
import {
  type ComponentDifference,
  DIFFERENCE_KINDS,
  type LanguageDifference,
  type UnitDifference,
} from '../../catalog/compare.ts'
import type { Alert, Component, Translation } from '../../catalog/model.ts'
import { encodedPlaceOf, pathInProject } from '../../catalog/paths.ts'
import { isAbsent, knownTranslations } from '../../catalog/readiness.ts'
import { percent, sumStatistics } from '../../catalog/statistics.ts'
import type { Language } from '../../languages/language.ts'
import type { Links } from '../links.ts'
import { float } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { UNIT, unitResource } from './unit.ts'

/** Links to each side of a comparison. */
export interface SideLinks {
  readonly base: Links
  readonly head: Links
}

/** Returns a compared component: its commits, null if unreadable, and its new alerts. */
export function comparedComponent(
  difference: ComponentDifference,
  links: SideLinks,
): s.JsonOf<typeof COMPARED_COMPONENT> {
  const { before, after, newAlerts } = difference
  const component = (after ?? before) as Component
  // The link to `head` would not resolve if the component is absent there.
  const isThere = after !== undefined && !isAbsent(after)
  return {
    component: pathInProject(component.config),
    url: (isThere ? links.head : links.base).api(`components/${encodedPlaceOf(component)}/`),
    base_commit: before?.commit?.oid ?? null,
    head_commit: after?.commit?.oid ?? null,
    new_alerts: newAlerts.map(newAlertResource),
  }
}

export function newAlertResource({ name, message, filename }: Alert): s.JsonOf<typeof ALERT> {
  return { name, message: withoutServerPaths(message), filename }
}

/** Returns a language across all compared components: its counts on both sides, and its units by kind of difference. */
export function comparedLanguage(
  language: Language,
  differences: readonly LanguageDifference[],
): s.JsonOf<typeof COMPARED_LANGUAGE> {
  const units = differences.flatMap((language) => language.units)
  return {
    code: language.code,
    name: language.name,
    base: counts(differences.map(({ before }) => before)),
    head: counts(differences.map(({ after }) => after)),
    ...s.fromKeys(DIFFERENCE_KINDS, (kind) =>
      units.reduce((sum, { kinds }) => sum + (kinds.includes(kind) ? 1 : 0), 0),
    ),
  }
}

/** Returns a changed unit before and after; null for a side that lacks the unit. */
export function comparedUnit(
  { before, after }: LanguageDifference,
  unit: UnitDifference,
  links: SideLinks,
): s.JsonOf<typeof COMPARED_UNIT> {
  const { component, language } = (after ?? before) as Translation
  const side = (translation: Translation | undefined, row: number | undefined, sideLinks: Links) =>
    translation === undefined || row === undefined
      ? null
      : unitResource(translation, row, sideLinks)
  return {
    kinds: unit.kinds,
    component: pathInProject(component.config),
    language_code: language.code,
    newly_failing: unit.newlyFailing,
    base: side(before, unit.before, links.base),
    head: side(after, unit.after, links.head),
  }
}

/** Returns null if no component has the language, or if its files cannot be read. */
function counts(
  translations: readonly (Translation | undefined)[],
): s.JsonOf<typeof COUNTS> | null {
  const there = knownTranslations(translations.filter((translation) => translation !== undefined))
  if (there.length === 0) return null
  const { total, translated, fuzzy, failing, approved, readonly } = sumStatistics(
    there.map(({ statistics }) => statistics),
  )
  return {
    total: total.units,
    total_words: total.words,
    translated: translated.units,
    translated_words: translated.words,
    translated_percent: float(percent(translated.units, total.units, 100)),
    fuzzy: fuzzy.units,
    fuzzy_words: fuzzy.words,
    failing: failing.units,
    failing_words: failing.words,
    approved: approved.units,
    readonly: readonly.units,
  }
}

/** The accepted values of `kind=`. */
export const COMPARISON_KINDS = s.oneOf(...DIFFERENCE_KINDS)

export const ALERT = s.resource('NewAlert', 'An alert that the base does not have.', {
  name: s.described(
    s.STRING,
    '`ParseError`, `RepositoryError`, `MissingFile`, `DuplicateLanguage`, `IgnoredFile`, `RefusedText`, `UnsupportedExpression` or `InternalError`.',
  ),
  message: s.STRING,
  filename: s.STRING,
})

const COMPARED_COMPONENT = s.resource('ComparedComponent', 'A component that is compared.', {
  component: s.described(s.STRING, 'Slug, after the slugs of its categories.'),
  url: s.LINK,
  base_commit: s.nullable(s.STRING),
  head_commit: s.nullable(s.STRING),
  new_alerts: s.arrayOf(ALERT),
})

const COUNTS = s.resource('ComparedCounts', 'Counts of a language at one of the refs.', {
  total: s.COUNT,
  total_words: s.COUNT,
  translated: s.COUNT,
  translated_words: s.COUNT,
  translated_percent: s.PERCENT,
  fuzzy: s.COUNT,
  fuzzy_words: s.COUNT,
  failing: s.COUNT,
  failing_words: s.COUNT,
  approved: s.COUNT,
  readonly: s.COUNT,
})

const COMPARED_LANGUAGE = s.resource(
  'ComparedLanguage',
  'A language: counts at both refs, null where it does not exist, and number of units by difference.',
  {
    code: s.STRING,
    name: s.STRING,
    base: s.nullable(COUNTS),
    head: s.nullable(COUNTS),
    ...s.fromKeys(DIFFERENCE_KINDS, () => s.COUNT),
  },
)

const COMPARED_UNIT = s.resource(
  'ComparedUnit',
  'A unit at both refs, which differ; null where it does not exist.',
  {
    kinds: s.arrayOf(COMPARISON_KINDS),
    component: s.STRING,
    language_code: s.STRING,
    newly_failing: s.described(s.arrayOf(s.STRING), 'Checks that fail now and passed before.'),
    base: s.nullable(UNIT),
    head: s.nullable(UNIT),
  },
)

export const COMPARISON = s.resource(
  'Comparison',
  'The difference of two refs, with a page of the units that differ.',
  {
    base: s.STRING,
    head: s.described(s.nullable(s.STRING), 'Null for the served commit.'),
    components: s.arrayOf(COMPARED_COMPONENT),
    languages: s.arrayOf(COMPARED_LANGUAGE),
    ...s.page(COMPARED_UNIT).properties,
  },
)
