import { expect, test } from 'vitest'
import { OidTable } from '../../../src/git/history/oid-table.ts'

const oid = (start: string, end: number) => `${start}${end.toString(16).padStart(32, '0')}`

test('ids have places in order of addition, even if many share a prefix', () => {
  const table = new OidTable()
  const oids = Array.from({ length: 300 }, (_, i) => oid(i % 3 === 0 ? '00000000' : 'ffffffff', i))
  expect(oids.map((oid) => table.add(oid))).toEqual(oids.map((_, index) => index))
  expect(oids.map((oid) => table.add(oid))).toEqual(oids.map((_, index) => index))
  expect(oids.map((oid) => table.placeOf(oid))).toEqual(oids.map((_, index) => index))
  expect([table.at(299), table.length]).toEqual([oids[299], 300])
})

test('an id that was not added has no place', () => {
  const table = new OidTable()
  expect(table.placeOf(oid('00000000', 0))).toBe(undefined)
  table.add(oid('00000000', 1))
  expect(table.placeOf(oid('00000000', 0))).toBe(undefined)
})
