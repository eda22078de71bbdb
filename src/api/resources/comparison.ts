import { withoutServerPaths } from '../../address.ts'
import {
  type ComponentDifference,
  DIFFERENCE_KINDS,
  type LanguageDifference,
  type UnitDifference,
} from '../../catalog/compare.ts'
import type { Language } from '../../languages/language.ts'
import type { Alert, Component, Translation } from '../../model/model.ts'
import { encodedPlaceOf, pathInProject } from '../../model/paths.ts'
import { isAbsent, knownTranslations } from '../../model/readiness.ts'
import { percent, sumStatistics } from '../../model/statistics.ts'
import type { Links } from '../links.ts'
import { float } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { UNIT } from './unit.ts'

/** Links to each side of a comparison. */
export interface SideLinks {
  readonly base: Links
  readonly head: Links
}

export const NEW_ALERT = s.shown(
  'NewAlert',
  'An alert that the base does not have.',
  (alert: Alert) => alert,
  {
    name: s.described(
      s.STRING,
      '`ParseError`, `RepositoryError`, `MissingFile`, `DuplicateLanguage`, `IgnoredFile`, `RefusedText`, `UnsupportedExpression` or `InternalError`.',
    ),
    message: [s.STRING, ({ message }) => withoutServerPaths(message)],
    filename: s.STRING,
  },
)

/** The commits are null for an unreadable component. */
export const COMPARED_COMPONENT = s.shown(
  'ComparedComponent',
  'A component that is compared.',
  (difference: ComponentDifference, links: SideLinks) => {
    const { before, after } = difference
    return { ...difference, component: (after ?? before) as Component, links }
  },
  {
    component: [
      s.described(s.STRING, 'Slug, after the slugs of its categories.'),
      ({ component }) => pathInProject(component.config),
    ],
    url: [
      s.LINK,
      ({ component, after, links: { base, head } }) => {
        // The link to `head` would not resolve if the component is absent there.
        const links = after !== undefined && !isAbsent(after) ? head : base
        return links.api(`components/${encodedPlaceOf(component)}/`)
      },
    ],
    base_commit: [s.nullable(s.STRING), ({ before }) => before?.commit?.oid ?? null],
    head_commit: [s.nullable(s.STRING), ({ after }) => after?.commit?.oid ?? null],
    new_alerts: [
      s.arrayOf(NEW_ALERT),
      ({ newAlerts }) => newAlerts.map((alert) => NEW_ALERT.json(alert)),
    ],
  },
)

const COUNTS = s.shown(
  'ComparedCounts',
  'Counts of a language at one of the refs.',
  (translations: readonly Translation[]) =>
    sumStatistics(translations.map(({ statistics }) => statistics)),
  {
    total: [s.COUNT, ({ total }) => total.units],
    total_words: [s.COUNT, ({ total }) => total.words],
    translated: [s.COUNT, ({ translated }) => translated.units],
    translated_words: [s.COUNT, ({ translated }) => translated.words],
    translated_percent: [
      s.PERCENT,
      ({ translated, total }) => float(percent(translated.units, total.units, 100)),
    ],
    fuzzy: [s.COUNT, ({ fuzzy }) => fuzzy.units],
    fuzzy_words: [s.COUNT, ({ fuzzy }) => fuzzy.words],
    failing: [s.COUNT, ({ failing }) => failing.units],
    failing_words: [s.COUNT, ({ failing }) => failing.words],
    approved: [s.COUNT, ({ approved }) => approved.units],
    readonly: [s.COUNT, ({ readonly }) => readonly.units],
  },
)

/** Returns null if no component has the language, or if its files cannot be read. */
function counts(translations: readonly (Translation | undefined)[]) {
  const there = knownTranslations(translations.filter((translation) => translation !== undefined))
  return there.length === 0 ? null : COUNTS.json(there)
}

/** A language across all compared components: its counts on both sides, and its units by kind of difference. */
export const COMPARED_LANGUAGE = s.shown(
  'ComparedLanguage',
  'A language: counts at both refs, null where it does not exist, and number of units by difference.',
  (language: Language, differences: readonly LanguageDifference[]) => {
    return { ...language, differences, units: differences.flatMap(({ units }) => units) }
  },
  {
    code: s.STRING,
    name: s.STRING,
    base: [
      s.nullable(COUNTS),
      ({ differences }) => counts(differences.map(({ before }) => before)),
    ],
    head: [s.nullable(COUNTS), ({ differences }) => counts(differences.map(({ after }) => after))],
    ...s.fromKeys(DIFFERENCE_KINDS, (difference) => {
      const read = ({ units }: { units: readonly UnitDifference[] }) =>
        units.reduce((sum, { kinds }) => sum + (kinds.includes(difference) ? 1 : 0), 0)
      return [s.COUNT, read] as const
    }),
  },
)

function unitOrNull(translation: Translation | undefined, row: number | undefined, links: Links) {
  return translation === undefined || row === undefined ? null : UNIT.json(translation, row, links)
}

/** A changed unit before and after; null for a side that lacks the unit. */
export const COMPARED_UNIT = s.shown(
  'ComparedUnit',
  'A unit at both refs, which differ; null where it does not exist.',
  ({ before, after }: LanguageDifference, unit: UnitDifference, links: SideLinks) => ({
    ...(after ?? (before as Translation)),
    ...unit,
    base: unitOrNull(before, unit.before, links.base),
    head: unitOrNull(after, unit.after, links.head),
  }),
  {
    kinds: s.arrayOf(s.oneOf(...DIFFERENCE_KINDS)),
    component: [s.STRING, ({ component }) => pathInProject(component.config)],
    language_code: [s.STRING, ({ language }) => language.code],
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
