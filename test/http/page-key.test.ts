import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANONYMOUS, pageKey } from '../../src/http/request-info.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function keyAt(time: string, target: string): string {
  vi.setSystemTime(new Date(time))
  const header = () => undefined
  return pageKey('v', target, { principal: ANONYMOUS, origin: 'http://localhost', header })
}

test.each([
  ['/api/units/?q=changed:today', false],
  ['/api/units/?page=2&q=changed:today', false],
  ['/api/units/?%71=changed:today', false],
  ['/api/units/?page=2', true],
])('the page of %s stays cached after midnight: %s', (target, isKept) => {
  const [evening, night] = ['2025-03-01T23:59:59Z', '2025-03-02T00:00:00Z']
  expect(keyAt(evening, target) === keyAt(night, target)).toBe(isKept)
})
