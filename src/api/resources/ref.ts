import type { ComponentRef } from '../../catalog/component-refs.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** A Ref, 4 keys. */
export function refResource({ name, kind, commit }: ComponentRef): s.JsonOf<typeof REF> {
  return { name, kind, commit: commit.oid, timestamp: timestamp(commit.committer.timestamp) }
}

export const REF = s.resource('Ref', 'A branch or a tag that has files of a component.', {
  name: s.described(s.STRING, 'As the parameter `ref` takes it.'),
  kind: s.oneOf('branch', 'tag'),
  commit: s.described(s.STRING, 'Of a tag: the one that it leads to.'),
  timestamp: s.described(s.TIMESTAMP, 'When the commit was made.'),
})
