import { expect, test } from 'vitest'
import { withoutBase } from '../../src/http/request-info.ts'

test.each([
  ['/l10n/api/?q=1', 'https://a.example/l10n', '/api/?q=1'],
  ['/l10n', 'https://a.example/l10n', '/'],
  ['/l10n?q=1', 'https://a.example/l10n', '/?q=1'],
  ['/l10nx/', 'https://a.example/l10n', '/l10nx/'],
  ['/api/', 'https://a.example/l10n', '/api/'],
  ['/api/', 'https://a.example:8000', '/api/'],
])('%s below %s is the path %s', (target, origin, expected) => {
  expect(withoutBase(target, origin)).toBe(expected)
})
