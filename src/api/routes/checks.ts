import {
  countFailures,
  type ExplainedFailure,
  explainUnit,
  type FailureCount,
} from '../../checking/explain-checks.ts'
import type { CheckDescription } from '../../checks/check.ts'
import { descriptionsById, documentationOf } from '../../checks/registry.ts'
import { placeOf } from '../../model/paths.ts'
import { type Endpoints, paged, whole } from '../endpoint.ts'
import { LARGE_PAGES, listing } from '../pagination.ts'
import { translationPath } from '../resources/translation.ts'
import * as s from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'
import { componentsOfUnit, unitOf } from './units.ts'

const KIND = s.oneOf('source', 'target')

const ABOUT = {
  check: [s.STRING, ({ id }: CheckDescription) => id] as const,
  name: s.STRING,
  description: s.STRING,
  doc: [s.LINK, documentationOf] as const,
}

const CHECK = s.shown('Check', 'A quality check.', (check: CheckDescription) => check, {
  ...ABOUT,
  severity: s.described(
    s.oneOf('error', 'warning', 'note'),
    'Severity of a failure, unless a project or component sets another one.',
  ),
  kind: s.described(KIND, 'Whether it runs on source texts or on translations.'),
  enabled_by: [
    s.described(
      s.arrayOf(s.STRING),
      'Flags, any of which turns the check on; empty if it is always on.',
    ),
    ({ enabledBy = [] }) => enabledBy,
  ],
  ignored_by: s.described(s.STRING, 'The flag that turns the check off.'),
})

const SPAN = s.resource('Span', 'A place in a text, in UTF-16 units.', {
  side: KIND,
  form: s.described(s.COUNT, 'Index of the plural form, starting at 0.'),
  start: s.COUNT,
  end: s.COUNT,
})

const FAILURE = s.shown(
  'Failure',
  'A failing check of a unit.',
  ({ check, explanation, spans }: ExplainedFailure) => ({ ...check, explanation, spans }),
  {
    ...ABOUT,
    explanation: s.STRING,
    spans: [
      s.arrayOf(SPAN),
      ({ spans }) => spans.map(({ side, form, start, end }) => ({ side, form, start, end })),
    ],
  },
)

/** `unitsUrl` is the search that finds the units. */
const FAILURE_COUNT = s.shown(
  'FailureCount',
  'A check, and on how many units it fails.',
  ({ check, units }: FailureCount, unitsUrl: string) => ({ ...check, units, unitsUrl }),
  { ...ABOUT, kind: KIND, units: s.COUNT, units_url: s.LINK },
)

const weblateChecks = [...descriptionsById.values()].filter(({ isOwn }) => !isOwn)

export const checkEndpoints: Endpoints = {
  '/checks': paged(CHECK, {
    summary: 'All quality checks.',
    about: () => [],
    isOwn: true,
    limits: LARGE_PAGES,
    get: () => listing(weblateChecks, CHECK.json),
  }),
  '/units/:id/checks': whole(s.arrayOf(FAILURE), {
    summary: 'Failing checks of a unit, with their reasons.',
    needs: 'units',
    about: componentsOfUnit,
    isOwn: true,
    async get(request) {
      const { translation, row } = unitOf(request)
      const failures = await explainUnit(translation, row, request.catalog.engine)
      return { json: failures.map((failure) => FAILURE.json(failure)) }
    },
  }),
  ...inScopes(
    EVERY_SCOPE,
    'checks',
    whole(s.arrayOf(FAILURE_COUNT), {
      summary: 'Checks that fail in a {scope}.',
      needs: 'units',
      isOwn: true,
      get(request) {
        const { project, component, translation, translations } = scopeOf(request)
        const place = component === undefined ? project.config.slug : placeOf(component)
        const query = translation === undefined ? `path:${place} ` : ''
        const path = translation === undefined ? '' : translationPath(translation)
        const list = request.links.api(`${path}units/`)
        const start = `${list}${list.includes('?') ? '&' : '?'}q=`
        const json = countFailures(translations, 'failing').map((count) => {
          const search = encodeURIComponent(`${query}check:${count.check.id}`)
          return FAILURE_COUNT.json(count, start + search)
        })
        return { json }
      },
    }),
  ),
}
