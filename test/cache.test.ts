import { expect, test } from 'vitest'
import { createCache } from '../src/cache.ts'

test('the least recently used entries are evicted first', () => {
  const cache = createCache<{ name: string }>({ maxBytes: 2500 })
  cache.set('a', { name: 'A' }, 1000)
  cache.set('b', { name: 'B' }, 1000)
  cache.get('a')
  cache.set('c', { name: 'C' }, 1000)
  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.name)).toEqual(['A', undefined, 'C'])
})

test('long keys count towards the size of the cache', () => {
  const cache = createCache<object>({ maxBytes: 1_000_000 })
  const keys = Array.from({ length: 100 }, (_, index) => `${index}${'x'.repeat(9900)}`)
  for (const key of keys) cache.set(key, {}, 1)
  expect(keys.filter((key) => cache.get(key) !== undefined).length).toBe(49)
})

test('a value larger than the cache is not stored', () => {
  const cache = createCache<object>({ maxBytes: 1000 })
  cache.set('a', {}, 1001)
  expect(cache.get('a')).toBeUndefined()
})

test('unused entries are evicted before used ones, and large values count as used', () => {
  const cache = createCache<{ name: string }>({ maxBytes: 40_000, maxUnusedBytes: 10_000 })
  const add = (name: string, bytes: number) => cache.set(name, { name }, bytes)
  add('used', 1000)
  cache.get('used')
  add('large', 5000)
  const names = Array.from({ length: 100 }, (_, index) => `${index}`)
  for (const name of names) add(name, 1000)
  const isKept = (name: string) => cache.get(name) !== undefined
  expect([isKept('used'), isKept('large'), names.filter(isKept)]).toEqual([
    true,
    true,
    names.slice(-8),
  ])
})
