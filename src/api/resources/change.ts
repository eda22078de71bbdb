import type { Change } from '../../catalog/history/changes/change.ts'
import { ACTION_NAMES } from '../../catalog/history/changes/step-change.ts'
import type { People } from '../../catalog/history/people/people.ts'
import { encodedPlaceOf } from '../../catalog/paths.ts'
import { unitId } from '../../catalog/view/unit-id.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'
import { translationPath } from './translation.ts'
import { userLink } from './user.ts'

/** Returns a Change with the keys of both versions. */
export function changeResource(
  change: Change,
  people: People,
  links: Links,
): s.JsonOf<typeof CHANGE> {
  const { translation, component, row, authorCommit } = change
  const { author } = people.of(component, authorCommit)
  return {
    unit:
      translation === undefined || row === undefined
        ? null
        : links.api(`units/${unitId(translation, row)}/`),
    component: links.api(`components/${encodedPlaceOf(component)}/`),
    translation: translation === undefined ? null : links.api(translationPath(translation)),
    addon: null,
    user: null,
    author: userLink(author, links),
    alert: null,
    timestamp: timestamp(change.seconds, change.index),
    action: change.action,
    target: change.target,
    old: change.old,
    details: change.details,
    id: change.id,
    action_name: ACTION_NAMES[change.action],
    url: links.api(`changes/${change.id}/`),
  }
}

export const CHANGE = s.resource('Change', 'A change of a unit or of a translation.', {
  unit: s.nullable(s.LINK),
  component: s.nullable(s.LINK),
  translation: s.nullable(s.LINK),
  addon: s.nullable(s.LINK),
  user: s.nullable(s.LINK),
  author: s.nullable(s.LINK),
  alert: s.nullable(s.recordOf()),
  timestamp: s.TIMESTAMP,
  action: s.INTEGER,
  target: s.STRING,
  old: s.STRING,
  details: s.recordOf<s.JsonSchema<string | number>>(),
  id: s.ID,
  action_name: s.STRING,
  url: s.LINK,
})
