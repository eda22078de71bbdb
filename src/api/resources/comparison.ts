import {
  type ComponentDifference,
  DIFFERENCE_KINDS,
  type LanguageDifference,
  type UnitDifference,
} from '../../catalog/compare.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { encodedPlaceOf, pathInProject } from '../../catalog/paths.ts'
import { percent, type Statistics, sumStatistics } from '../../catalog/statistics.ts'
import type { Language } from '../../languages/language.ts'
import type { Links } from '../links.ts'
import { float, type Json } from '../rendering/json.ts'
import {
  arrayOf,
  COUNT,
  described,
  type JsonSchema,
  LINK,
  nullable,
  PERCENT,
  page,
  type Resource,
  STRING,
} from '../schema/schema.ts'
import { UNIT, unitResource } from './unit.ts'

/** The links of both sides: those to what was, and those to what is. */
export interface SideLinks {
  readonly base: Links
  readonly head: Links
}

/** A component that is compared: its commits, null where they cannot be read, and what is newly wrong with its files. */
export function comparedComponent(difference: ComponentDifference, { head }: SideLinks): Json {
  const { before, after, newAlerts } = difference
  const component = (after ?? before) as Component
  return {
    component: pathInProject(component.config),
    url: head.api(`components/${encodedPlaceOf(component)}/`),
    base_commit: before?.commit?.oid ?? null,
    head_commit: after?.commit?.oid ?? null,
    new_alerts: newAlerts.map(({ name, message, filename }) => ({ name, message, filename })),
  }
}

/** A language over all components that are compared: its counts on both sides, and its units by what happened to them. */
export function comparedLanguage(
  language: Language,
  differences: readonly LanguageDifference[],
): Json {
  const units = differences.flatMap((one) => one.units)
  return {
    code: language.code,
    name: language.name,
    base: counts(differences.map(({ before }) => before)),
    head: counts(differences.map(({ after }) => after)),
    ...Object.fromEntries(
      DIFFERENCE_KINDS.map((kind) => [
        kind,
        units.reduce((sum, { kinds }) => sum + (kinds.includes(kind) ? 1 : 0), 0),
      ]),
    ),
  }
}

/** A unit that differs, as it was and as it is; null where it is not there. */
export function comparedUnit(
  { before, after }: Pick<LanguageDifference, 'before' | 'after'>,
  unit: UnitDifference,
  links: SideLinks,
): Json {
  const { component, language } = (after ?? before) as Translation
  const side = (translation: Translation | undefined, row: number | undefined, own: Links) =>
    translation === undefined || row === undefined ? null : unitResource(translation, row, own)
  return {
    kinds: unit.kinds,
    component: pathInProject(component.config),
    language_code: language.code,
    newly_failing: unit.newlyFailing,
    base: side(before, unit.before, links.base),
    head: side(after, unit.after, links.head),
  }
}

/** Null where no component has the language. */
function counts(translations: readonly (Translation | undefined)[]): Json {
  const there = translations.flatMap((one): Statistics[] =>
    one === undefined ? [] : [one.statistics],
  )
  if (there.length === 0) return null
  const { total, translated, fuzzy, failing, approved, readonly } = sumStatistics(there)
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

/** What `kind=` may name. */
export const COMPARISON_KINDS: JsonSchema = { type: 'string', enum: DIFFERENCE_KINDS }

const ALERT: Resource = {
  name: 'NewAlert',
  description: 'What is wrong with a component and was not before.',
  properties: {
    name: described(
      STRING,
      '`ParseError`, `RepositoryError`, `DuplicateLanguage`, `IgnoredFile` or `InternalError`.',
    ),
    message: STRING,
    filename: STRING,
  },
}

const COMPARED_COMPONENT: Resource = {
  name: 'ComparedComponent',
  description: 'A component that is compared.',
  properties: {
    component: described(STRING, 'Its slug, after those of its categories.'),
    url: LINK,
    base_commit: nullable(STRING),
    head_commit: nullable(STRING),
    new_alerts: arrayOf(ALERT),
  },
}

const COUNTS: Resource = {
  name: 'ComparedCounts',
  description: 'Counts of a language at one of the refs.',
  properties: {
    total: COUNT,
    total_words: COUNT,
    translated: COUNT,
    translated_words: COUNT,
    translated_percent: PERCENT,
    fuzzy: COUNT,
    fuzzy_words: COUNT,
    failing: COUNT,
    failing_words: COUNT,
    approved: COUNT,
    readonly: COUNT,
  },
}

const COMPARED_LANGUAGE: Resource = {
  name: 'ComparedLanguage',
  description:
    'A language at both refs: counts, null where it is not there, and units by what happened to them.',
  properties: {
    code: STRING,
    name: STRING,
    base: nullable(COUNTS),
    head: nullable(COUNTS),
    ...Object.fromEntries(DIFFERENCE_KINDS.map((kind) => [kind, COUNT])),
  },
}

const COMPARED_UNIT: Resource = {
  name: 'ComparedUnit',
  description: 'A unit that differs, at both refs; null where it is not there.',
  properties: {
    kinds: arrayOf(COMPARISON_KINDS),
    component: STRING,
    language_code: STRING,
    newly_failing: described(arrayOf(STRING), 'Checks that fail and did not before.'),
    base: nullable(UNIT),
    head: nullable(UNIT),
  },
}

export const COMPARISON: Resource = {
  name: 'Comparison',
  description: 'The difference of two refs, with a page of the units that differ.',
  properties: {
    base: STRING,
    head: described(nullable(STRING) as JsonSchema, 'Null for the served commit.'),
    components: arrayOf(COMPARED_COMPONENT),
    languages: arrayOf(COMPARED_LANGUAGE),
    ...page(COMPARED_UNIT).properties,
  },
}
