import { expect, test } from 'vitest'
import { inVersion, type Versioned } from '../src/weblate-version.ts'

interface Shape extends Versioned<Shape> {
  readonly name: string
  readonly sides: number
}

const plain: Shape = { name: 'circle', sides: 0 }
const changed: Shape = { name: 'square', sides: 4, as2026: { name: 'rectangle' } }

test('fields of `as2026` replace those of 5.14 in version 2026.10', () => {
  expect(inVersion(changed, '5.14')).toBe(changed)
  expect(inVersion(changed, '2026.10')).toMatchObject({ name: 'rectangle', sides: 4 })
  expect(inVersion(changed, '2026.10')).toBe(inVersion(changed, '2026.10'))
  expect(inVersion(plain, '2026.10')).toBe(plain)
})
