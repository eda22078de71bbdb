import { expect, test } from 'vitest'
import { shareLooking } from '../../../src/catalog/updates/shared-looking.ts'
import type { Source } from '../../../src/git/source.ts'
import type { SharedLooks } from '../../../src/redis/shared.ts'

const url = 'https://git.example/x.git'

/** The time that a source is confirmed at where another node is looking, and has left such a finding. */
async function confirmedAt(at: number): Promise<number | undefined> {
  let confirmed: number | undefined
  const source = {
    ...{ isLocal: false, error: undefined, offered: 'refs' },
    confirm(time: number) {
      confirmed = time
    },
  } as Partial<Source> as Source
  const looks = {
    claim: async () => false,
    last: async () => ({ refs: 'refs', at }),
    onNews() {},
  } as Partial<SharedLooks> as SharedLooks
  const looking = shareLooking(looks, new Map([[url, source]]), () => {})
  expect(await looking.isSpared(source, 60)).toBe(confirmed !== undefined)
  return confirmed
}

test('what another node has just found is believed, but for a time to come', async () => {
  const now = Date.now()
  expect(await confirmedAt(now - 60_000)).toBe(now - 60_000)
  const confirmed = await confirmedAt(now + 60_000)
  expect(confirmed).toBeGreaterThanOrEqual(now)
  expect(confirmed).toBeLessThan(now + 60_000)
})

test.each([0, -1e300, 1e300, 8e15])(
  'what another node says it found at %d is not believed',
  async (at) => {
    expect(await confirmedAt(at)).toBeUndefined()
  },
)
