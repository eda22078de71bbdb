import { expect, test } from 'vitest'
import {
  removeAddressAtEnd,
  removeDomains,
  removeMailAddresses,
} from '../../../src/checks/wording/domains.ts'

// The behaviour of the linear-time functions, as expressions that take quadratic time.
const domain = /(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,6}\.?|[a-z0-9-]{2,}\.?)/gi
const mail = /[a-z0-9_.-]+@[a-z0-9_.-]+\.[a-z0-9-]{2,}/gi

test('domain names and mail addresses are found as plain expressions find them', () => {
  const texts = randomTexts(20_000, ['a', 'b', '.', '.', '-', '@', ' ', '1', 'com', '_'])
  const wrong = texts.filter((text) => {
    const isRight = removeDomains(text) === text.replace(domain, '')
    return !isRight || removeMailAddresses(text) !== text.replace(mail, '')
  })
  expect(wrong).toEqual([])
})

test('labels of a domain name have at most 63 characters', () => {
  for (const length of [62, 63, 64, 65, 130]) {
    for (const text of [`${'a'.repeat(length)}.com`, `x.${'a'.repeat(length)}.com`]) {
      expect(removeDomains(text)).toBe(text.replace(domain, ''))
    }
  }
})

test.each([
  ['See https://example.com/a?b#c', 'See '],
  ['See http://localhost:8080', 'See '],
  ['https://127.0.0.1/\n', '\n'],
  ['See https://example.com/ now', 'See https://example.com/ now'],
  ['ftps://example.com:1x', 'ftps://example.com:1x'],
  ['http://a', 'http://a'],
])('only an address at the end goes: %j', (text, expected) => {
  expect(removeAddressAtEnd(text)).toBe(expected)
})

function randomTexts(count: number, parts: readonly string[]): string[] {
  let state = 1
  const next = (limit: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % limit
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(16) }, () => parts[next(parts.length)]).join(''),
  )
}
