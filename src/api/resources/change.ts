import type { Change } from '../../catalog/history/changes/change.ts'
import type { Action } from '../../catalog/history/changes/step-change.ts'
import type { People } from '../../catalog/history/people/people.ts'
import { encodedPlaceOf } from '../../catalog/paths.ts'
import { unitId } from '../../catalog/view/unit-id.ts'
import type { Links } from '../links.ts'
import type { Json } from '../rendering/json.ts'
import { INTEGER, LINK, nullable, type Resource, STRING, TIMESTAMP } from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'
import { translationPath } from './translation.ts'
import { userLink } from './user.ts'

const ACTION_NAMES: Readonly<Record<Action, string>> = {
  0: 'Resource updated',
  13: 'Source string added',
  24: 'Parsing failed',
  30: 'Source string changed',
  59: 'String updated in the repository',
  71: 'String added in the repository',
}

/** A Change, 13 keys. */
export function changeResource(change: Change, people: People, links: Links): Json {
  const { translation, component, row, authorCommit } = change
  const { author } = people.of(component, authorCommit)
  return {
    unit:
      translation === undefined || row === undefined
        ? null
        : links.api(`units/${unitId(translation, row)}/`),
    component: links.api(`components/${encodedPlaceOf(component)}/`),
    translation: translation === undefined ? null : links.api(translationPath(translation)),
    user: null,
    author: userLink(author, links),
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

export const CHANGE: Resource = {
  name: 'Change',
  description: 'A change of a unit or of a translation.',
  properties: {
    unit: nullable(LINK),
    component: nullable(LINK),
    translation: nullable(LINK),
    user: nullable(LINK),
    author: nullable(LINK),
    timestamp: TIMESTAMP,
    action: INTEGER,
    target: STRING,
    old: STRING,
    details: { type: 'object' },
    id: INTEGER,
    action_name: STRING,
    url: LINK,
  },
}
