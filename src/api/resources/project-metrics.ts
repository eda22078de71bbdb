import { compareLanguages } from '../../languages/language.ts'
import { compareCodePoints } from '../../languages/order.ts'
import type { Component, Project, Translation } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import { listedTranslations } from '../../model/readiness.ts'
import type { JsonResult } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { float, JsonList, JsonMembers, type Verbatim } from '../rendering/json.ts'
import type { Gauge } from '../rendering/render.ts'
import * as s from '../schema/schema.ts'
import { hasReviews, shareIn } from './statistics.ts'

interface Metric {
  readonly name: string
  readonly help: string
  readonly read: (translation: Translation) => number | Verbatim
  readonly schema: s.JsonSchema<number | Verbatim>
  /** The gauge's name (default: `weblate_` and the metric's name). */
  readonly gauge?: string
}

const UNITS = [
  ['', 'units', 'strings'],
  ['_words', 'words', 'words'],
  ['_chars', 'chars', 'characters'],
] as const

type Group = 'translated' | 'total' | 'fuzzy' | 'failing' | 'approved'

function countsOf(name: Group, help: (units: string) => string): Metric[] {
  return UNITS.map(([suffix, unit, units]) => ({
    name: `${name}${suffix}`,
    help: help(units),
    read: ({ statistics }) => statistics[name][unit],
    schema: s.COUNT,
  }))
}

function percentsOf(name: 'translated' | 'approved'): Metric[] {
  return UNITS.map(([suffix, unit, units]) => ({
    name: `${name}${suffix}_percent`,
    help: `Percentage of ${name} ${units}.`,
    read: (translation) => shareIn(translation.statistics, hasReviews(translation), name, unit),
    schema: s.PERCENT,
  }))
}

const METRICS: readonly Metric[] = [
  ...countsOf('translated', (units) => `Number of translated ${units}.`),
  ...countsOf('total', (units) => `Total number of ${units}.`),
  ...countsOf('fuzzy', (units) => `Number of fuzzy ${units}.`),
  ...countsOf('failing', (units) => `Number of ${units} with failing checks.`),
  ...countsOf('approved', (units) => `Number of approved ${units}.`),
  {
    name: 'suggestions',
    help: 'Number of strings with suggestions.',
    gauge: 'weblate_strings_with_suggestions',
    read: () => 0,
    schema: s.COUNT,
  },
  {
    name: 'comments',
    help: 'Number of strings with unresolved comments.',
    read: () => 0,
    schema: s.COUNT,
  },
  ...percentsOf('translated'),
  ...percentsOf('approved'),
]

/** Returns the counts of every translation of a project, computed while they are written. */
export function projectMetrics({
  components,
}: Project): JsonResult<s.JsonOf<typeof PROJECT_METRICS>> {
  const byComponent = components
    .toSorted(compareComponents)
    .map(({ translations }) =>
      listedTranslations(translations).sort((a, b) => compareLanguages(a.language, b.language)),
    )
    .filter(({ length }) => length > 0)
  const translations = byComponent.flat()
  return {
    json: new JsonMembers(
      byComponent.map(([first]) => placeOf(first!).component),
      (index) => languagesOf(byComponent[index]!),
      translations.length,
    ),
    rows: new JsonList(translations.length * METRICS.length, (index) => {
      const translation = translations[Math.floor(index / METRICS.length)]!
      const { name: metric, read } = METRICS[index % METRICS.length]!
      return {
        ...placeOf(translation),
        metric,
        name: translation.language.name,
        value: read(translation),
      }
    }),
    gauges: gaugesOf(translations),
  }
}

function compareComponents({ config: a }: Component, { config: b }: Component): number {
  return a.priority - b.priority || compareCodePoints(a.name, b.name)
}

function placeOf({ component, language }: Translation) {
  return { component: pathInProject(component.config), language: language.code }
}

function languagesOf(translations: readonly Translation[]) {
  return Object.fromEntries(
    translations.map((translation) => {
      const values = METRICS.map(({ name, read }) => [name, read(translation)] as const)
      return [
        translation.language.code,
        { name: translation.language.name, ...Object.fromEntries(values) },
      ]
    }),
  )
}

function gaugesOf(translations: readonly Translation[]): readonly Gauge[] {
  return [
    {
      name: 'weblate_translation_info',
      help: 'Translation information.',
      samples: listing(translations, (translation) => {
        return { labels: { ...placeOf(translation), name: translation.language.name }, value: 1 }
      }),
    },
    ...METRICS.map(({ name, help, gauge = `weblate_${name}`, read }) => ({
      name: gauge,
      help,
      samples: samplesOf(translations, read),
    })),
    {
      name: 'weblate_last_update_timestamp',
      help: 'Unix timestamp of last statistics update.',
      samples: samplesOf(translations, updateOf),
    },
  ]
}

function samplesOf(translations: readonly Translation[], read: Metric['read']): Gauge['samples'] {
  return listing(translations, (translation) => {
    return { labels: placeOf(translation), value: read(translation) }
  })
}

/** Returns the time of the last commit that changed the translation; of the served one if that is unknown. */
function updateOf({ lastChange, component }: Translation): Verbatim {
  return float(lastChange?.timestamp ?? component.commit?.committer.timestamp ?? 0)
}

const TRANSLATION_METRICS = s.resource(
  'TranslationMetrics',
  'The counts of a translation: strings, words and characters.',
  {
    name: s.described(s.STRING, 'Name of the language.'),
    ...Object.fromEntries(METRICS.map(({ name, schema }) => [name, schema])),
  },
)

/** By component and language. */
export const PROJECT_METRICS: s.JsonSchema<
  JsonMembers<Readonly<Record<string, s.JsonOf<typeof TRANSLATION_METRICS>>>>
> = { type: 'object', additionalProperties: s.recordOf(TRANSLATION_METRICS) }
