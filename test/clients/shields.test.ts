import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WEBLATE_VERSIONS } from '../../src/weblate-version.ts'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

/**
 * What the Weblate badges of shields.io ask for and demand of the answer
 * (https://github.com/badges/shields/tree/master/services/weblate).
 */
const BADGES: readonly (readonly [name: string, path: string, field: string, value: unknown])[] = [
  ['translated', 'projects/tidewatch/statistics/', 'translated_percent', 71.1],
  ['licence', 'components/tidewatch/web/', 'license', 'Apache-2.0'],
  ['components', 'components/', 'count', 6],
  ['projects', 'projects/', 'count', 2],
  ['languages', 'languages/', 'count', 16],
  ['users', 'users/', 'count', 10],
]

describe.each(WEBLATE_VERSIONS)('of a Weblate %s', (version) => {
  let demo: ServedDemo

  beforeAll(async () => {
    demo = await serveDemo(version)
  })
  afterAll(() => demo.stop())

  test.each(BADGES)('%s', async (_name, path, field, value) => {
    const headers = { Accept: 'application/json', Authorization: 'Token abc' }
    const response = await fetch(`${demo.url}api/${path}`, { headers })
    const body = (await response.json()) as Record<string, unknown>
    expect([response.status, response.redirected, body[field]]).toEqual([200, false, value])
  })

  test.each(['projects/nope/statistics/', 'components/tidewatch/nope/', 'users/nope/statistics/'])(
    '%s is not found',
    async (path) => {
      const response = await fetch(`${demo.url}api/${path}`, {
        headers: { Accept: 'application/json' },
      })
      expect(response.status).toBe(404)
    },
  )
})
