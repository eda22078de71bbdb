import { daysOutdated } from '../../facts/outdated.ts'
import type { People } from '../../history/people/people.ts'
import { type Baseline, findOutdated, type OutdatedUnit } from '../../history/states/outdated.ts'
import { completenessOf } from '../../history/timeline/completeness.ts'
import type { Step } from '../../history/timeline/timeline.ts'
import { refuseUnknown, refuseUnreadableFiles } from '../../http/refuse-unknown.ts'
import { contextOf, sourceForms, targetForms } from '../../model/unit.ts'
import type { Author } from '../../people/author.ts'
import { unitId } from '../../view/unit-id.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import type { Links } from '../links.ts'
import { listing, paginate } from '../pagination.ts'
import { COMPLETENESS, timestamp } from '../resources/fields.ts'
import { translationPath } from '../resources/translation.ts'
import { AUTHOR } from '../resources/user.ts'
import { pageParameters, parameter, readSeconds, TIME } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

const LAST_CHANGE = s.shown(
  'LastChange',
  'A commit on the served branch, and its author.',
  (step: Step, author: Author | undefined, links: Links) => ({ ...step, author, links }),
  {
    commit: s.STRING,
    timestamp: [s.TIMESTAMP, ({ seconds }) => timestamp(seconds)],
    ...AUTHOR,
  },
)

/** A string whose source changed after its last translation. Its age ends at the served commit. */
const OUTDATED_UNIT = s.shown(
  'OutdatedUnit',
  'A string whose source changed after the last change of its translation.',
  (outdated: OutdatedUnit, people: People, links: Links) => {
    const { component } = outdated.translation
    const units = outdated.translation.units()
    const lastChange = (step: Step) =>
      LAST_CHANGE.json(step, people.of(component, step.commit).author, links)
    return { ...outdated, component, units, links, lastChange }
  },
  {
    unit: [
      s.LINK,
      ({ links, translation, row }) => links.api(`units/${unitId(translation, row)}/`),
    ],
    translation: [s.LINK, ({ links, translation }) => links.api(translationPath(translation))],
    language_code: [s.STRING, ({ translation }) => translation.language.code],
    context: [s.STRING, ({ units, row }) => contextOf(units, row)],
    source: [s.arrayOf(s.STRING), ({ units, row }) => sourceForms(units, row)],
    previous_source: s.described(s.STRING, 'The source text when it was translated.'),
    target: [s.arrayOf(s.STRING), ({ units, row }) => targetForms(units, row)],
    source_changed: [LAST_CHANGE, ({ changed, lastChange }) => lastChange(changed)],
    commits_behind: [
      s.described(s.COUNT, 'Number of commits that changed the source since the translation.'),
      ({ commits }) => commits,
    ],
    translated: [
      s.nullable(LAST_CHANGE),
      ({ translated, lastChange }) => (translated === undefined ? null : lastChange(translated)),
    ],
    age_days: [
      s.described(s.COUNT, 'Whole days between the first of these commits and the served commit.'),
      daysOutdated,
    ],
  },
)

const OUTDATED = s.resource(
  'Outdated',
  'One page of outdated strings, the longest outdated first.',
  { ...s.page(OUTDATED_UNIT).properties, history: COMPLETENESS },
)

const COMMIT = /^[0-9a-f]{40}$/

const BASELINE = parameter('baseline', 'Full commit id or time: ignore source changes up to it.', {
  anyOf: [{ type: 'string', pattern: COMMIT.source }, TIME, { type: 'string', format: 'date' }],
})

function readBaseline(query: URLSearchParams): Baseline | undefined {
  const commit = query.get('baseline') ?? ''
  if (COMMIT.test(commit)) return { commit }
  const detail = 'Expected a full commit id, or a date or time.'
  const seconds = readSeconds(query, 'baseline', 'start', detail)
  return seconds === undefined ? undefined : { seconds }
}

export const outdatedEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'outdated',
  whole(OUTDATED, {
    summary: 'Outdated units of a {scope}: their source changed after their translation.',
    needs: 'history',
    isOwn: true,
    needsJob: () => true,
    query: [BASELINE, ...pageParameters()],
    async get(request) {
      const { components, translation, translations } = scopeOf(request)
      refuseUnknown(components, 'units')
      refuseUnreadableFiles(translation === undefined ? [] : [translation])
      const { catalog, view, links, query } = request
      const baseline = readBaseline(query)
      const people = await catalog.people(view)
      const options = { ...request, baseline }
      const outdated = await findOutdated(translations, catalog.historyOf, options)
      const items = listing(outdated, (unit) => OUTDATED_UNIT.json(unit, people, links))
      const history = COMPLETENESS.json(completenessOf(components))
      return { json: { ...paginate(items, request), history } }
    },
  }),
)
