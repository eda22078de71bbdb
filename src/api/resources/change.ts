import type { Change } from '../../history/changes/change.ts'
import { ACTION_NAMES } from '../../history/changes/step-change.ts'
import type { People } from '../../history/people/people.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import { unitId } from '../../view/unit-id.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { OWN_LINK } from './address.ts'
import { timestamp } from './timestamp.ts'
import { translationPath } from './translation.ts'
import { userLink } from './user.ts'

/** A Change with the keys of both versions. */
export const CHANGE = s.shown(
  'Change',
  'A change of a unit or of a translation.',
  (change: Change, people: People, links: Links) => {
    const { author } = people.of(change.component, change.authorCommit)
    return { ...change, author, links, path: `changes/${change.id}/` }
  },
  {
    unit: [
      s.nullable(s.LINK),
      ({ links, translation, row }) =>
        translation === undefined || row === undefined
          ? null
          : links.api(`units/${unitId(translation, row)}/`),
    ],
    component: [
      s.nullable(s.LINK),
      ({ links, component }) => links.api(`components/${encodedPlaceOf(component)}/`),
    ],
    translation: [
      s.nullable(s.LINK),
      ({ links, translation }) =>
        translation === undefined ? null : links.api(translationPath(translation)),
    ],
    addon: [s.nullable(s.LINK), () => null],
    user: [s.nullable(s.LINK), () => null],
    author: [s.nullable(s.LINK), ({ author, links }) => userLink(author, links)],
    alert: [s.nullable(s.recordOf()), () => null],
    timestamp: [s.TIMESTAMP, ({ seconds, index }) => timestamp(seconds, index)],
    action: s.INTEGER,
    target: s.STRING,
    old: s.STRING,
    details: s.recordOf<s.JsonSchema<string | number>>(),
    id: s.ID,
    action_name: [s.STRING, ({ action }) => ACTION_NAMES[action]],
    url: OWN_LINK,
  },
)
