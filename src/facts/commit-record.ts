import type { People } from '../catalog/history/people/people.ts'
import type { Component } from '../catalog/model.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import type { CommitRecord } from './records.ts'

interface CommitOptions {
  readonly people: People
  readonly component: Component
  readonly writtenIn: string
  /** Time of the commit in seconds since 1970. */
  readonly seconds: number
}

export function commitRecord({
  people,
  component,
  writtenIn,
  seconds,
}: CommitOptions): CommitRecord {
  return {
    commit: writtenIn === WORK_TREE_OID ? null : writtenIn,
    author: people.of(component, writtenIn).author?.fullName ?? null,
    date: new Date(1000 * seconds).toISOString(),
  }
}
