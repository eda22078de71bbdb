import type { ComponentRef } from '../../catalog/component-refs.ts'
import type { Json } from '../rendering/json.ts'
import { described, type Resource, STRING, TIMESTAMP } from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** A Ref, 4 keys. */
export function refResource({ name, kind, commit }: ComponentRef): Json {
  return { name, kind, commit: commit.oid, timestamp: timestamp(commit.committer.timestamp) }
}

export const REF: Resource = {
  name: 'Ref',
  description: 'A branch or a tag that has files of a component.',
  properties: {
    name: described(STRING, 'As the parameter `ref` takes it.'),
    kind: { type: 'string', enum: ['branch', 'tag'] },
    commit: described(STRING, 'Of a tag: the one that it leads to.'),
    timestamp: described(TIMESTAMP, 'When the commit was made.'),
  },
}
