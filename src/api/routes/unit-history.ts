import { SEP } from '../../../formats/entry.ts'
import { unitVersionsOf } from '../../facts/unit-history.ts'
import type { CommitAuthors } from '../../history/people/people.ts'
import type { Version } from '../../history/unit-history/read-unit-history.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import type { Links } from '../links.ts'
import { listing, paginate } from '../pagination.ts'
import { COMPLETENESS, timestamp } from '../resources/fields.ts'
import { AUTHOR, CO_AUTHORS } from '../resources/user.ts'
import { pageParameters } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'
import { SKIPPED, skippedResources } from './trend.ts'
import { componentsOfUnit, unitOf } from './units.ts'

const VERSION = s.shown(
  'UnitVersion',
  'A version of a unit: source, target and state since a commit.',
  (version: Version & CommitAuthors, links: Links) => ({ ...version, links }),
  {
    change: s.described(
      s.oneOf('added', 'changed', 'renamed', 'removed', 'present'),
      '`present`: the unit existed when the known history begins.',
    ),
    timestamp: [s.TIMESTAMP, ({ step }) => timestamp(step.seconds)],
    commit: [s.described(s.STRING, 'Commit on the served branch.'), ({ step }) => step.commit],
    written_in: s.described(s.STRING, 'For a merge: the merged commit that made the change.'),
    ...AUTHOR,
    co_authors: CO_AUTHORS,
    context: [s.STRING, ({ key }) => key.context],
    filename: s.STRING,
    source: [s.arrayOf(s.STRING), ({ source }) => source.split(SEP)],
    target: [s.arrayOf(s.STRING), ({ target }) => target.split(SEP)],
    previous_source: s.STRING,
    state: [s.nullable(s.INTEGER), ({ state }) => state ?? null],
  },
)

const UNIT_HISTORY = s.resource(
  'UnitHistory',
  'One page of the versions of a unit, and how far the history is known.',
  {
    ...s.page(VERSION).properties,
    history: COMPLETENESS,
    skipped: s.arrayOf(SKIPPED),
  },
)

export const unitHistoryEndpoints: Endpoints = {
  // Lists versions newest first, with whether the list is complete and which revisions could not be read.
  '/units/:id/history': whole(UNIT_HISTORY, {
    summary: 'Every version of a unit, through renamed keys and moved files.',
    needs: 'history',
    about: componentsOfUnit,
    isOwn: true,
    needsJob: () => true,
    query: pageParameters(),
    async get(request) {
      const history = await unitVersionsOf(unitOf(request), request)
      const versions = listing(history.versions, (version) => VERSION.json(version, request.links))
      const skipped = history.skipped.map(({ step, ...reason }) => ({ ...step, ...reason }))
      return {
        json: {
          ...paginate(versions, request),
          history: COMPLETENESS.json(history.completeness),
          skipped: skippedResources(skipped),
        },
      }
    },
  }),
}
