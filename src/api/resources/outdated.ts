import type { People } from '../../catalog/history/people/people.ts'
import type { OutdatedUnit } from '../../catalog/history/states/outdated.ts'
import type { Step } from '../../catalog/history/timeline/timeline.ts'
import { contextOf, sourceForms, targetForms } from '../../catalog/unit.ts'
import { unitId } from '../../catalog/view/unit-id.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { COMPLETENESS } from './completeness.ts'
import { timestamp } from './timestamp.ts'
import { translationPath } from './translation.ts'
import { userLink } from './user.ts'

const SECONDS_PER_DAY = 86_400

/** Returns a string whose source changed after its last translation. Its age ends at the served commit. */
export function outdatedResource(
  { translation, row, previousSource, changed, commits, translated }: OutdatedUnit,
  people: People,
  links: Links,
): s.JsonOf<typeof OUTDATED_UNIT> {
  const { component, language } = translation
  const units = translation.units()
  const stepResource = ({ commit, seconds }: Step): s.JsonOf<typeof LAST_CHANGE> => {
    const { author } = people.of(component, commit)
    return {
      commit,
      timestamp: timestamp(seconds),
      author: userLink(author, links),
      author_name: author?.fullName ?? null,
    }
  }
  const now = component.commit?.committer.timestamp ?? changed.seconds
  return {
    unit: links.api(`units/${unitId(translation, row)}/`),
    translation: links.api(translationPath(translation)),
    language_code: language.code,
    context: contextOf(units, row),
    source: sourceForms(units, row),
    previous_source: previousSource,
    target: targetForms(units, row),
    source_changed: stepResource(changed),
    commits_behind: commits,
    translated: translated === undefined ? null : stepResource(translated),
    age_days: Math.max(0, Math.floor((now - changed.seconds) / SECONDS_PER_DAY)),
  }
}

const LAST_CHANGE = s.resource('LastChange', 'A commit on the served branch, and its author.', {
  commit: s.STRING,
  timestamp: s.TIMESTAMP,
  author: s.nullable(s.LINK),
  author_name: s.nullable(s.STRING),
})

const OUTDATED_UNIT = s.resource(
  'OutdatedUnit',
  'A string whose source changed after the last change of its translation.',
  {
    unit: s.LINK,
    translation: s.LINK,
    language_code: s.STRING,
    context: s.STRING,
    source: s.arrayOf(s.STRING),
    previous_source: s.described(s.STRING, 'The source text when it was translated.'),
    target: s.arrayOf(s.STRING),
    source_changed: LAST_CHANGE,
    commits_behind: s.described(
      s.COUNT,
      'Number of commits that changed the source since the translation.',
    ),
    translated: s.nullable(LAST_CHANGE),
    age_days: s.described(
      s.COUNT,
      'Whole days between the first of these commits and the served commit.',
    ),
  },
)

export const OUTDATED = s.resource(
  'Outdated',
  'One page of outdated strings, the longest outdated first.',
  { ...s.page(OUTDATED_UNIT).properties, history: COMPLETENESS },
)
