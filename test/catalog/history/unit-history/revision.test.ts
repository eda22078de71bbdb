import { expect, test } from 'vitest'
import {
  type RevisionFiles,
  readRevision,
} from '../../../../src/catalog/history/unit-history/revision.ts'

test('others may have a turn after each file of a revision', () => {
  const own = { code: 'de', real: { path: 'de.json', oid: 'a' } }
  const template = { code: 'en', real: { path: 'en.json', oid: 'b' } }
  // What else is known of files does not matter here.
  const files = { own, template, intermediate: undefined } as unknown as RevisionFiles
  const read: string[] = []
  const steps = readRevision(files, (oid) => {
    read.push(oid)
    return { entries: [] }
  })
  expect([steps.next().done, read.length]).toStrictEqual([false, 1])
  expect([steps.next().done, read.length]).toStrictEqual([false, 2])
  expect(steps.next().done).toBe(true)
})
