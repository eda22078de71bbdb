import { expect, test } from 'vitest'
import { sharePolls } from '../../../src/catalog/updates/shared-polls.ts'
import type { Source } from '../../../src/git/source.ts'
import type { SharedPolls } from '../../../src/redis/shared.ts'

const url = 'https://git.example/x.git'

/** The time at which a source is confirmed while another node polls it and has reported a fetch at `at`. */
async function confirmedAt(at: number): Promise<number | undefined> {
  let confirmed: number | undefined
  const source = {
    ...{ isLocal: false, error: undefined, offered: 'refs' },
    confirm(time: number) {
      confirmed = time
    },
  } as Partial<Source> as Source
  const fetches = {
    claim: async () => false,
    last: async () => ({ refs: 'refs', at }),
    onNews() {},
  } as Partial<SharedPolls> as SharedPolls
  const shared = sharePolls(fetches, new Map([[url, source]]), () => {})
  expect(await shared.isSpared(source, 60)).toBe(confirmed !== undefined)
  return confirmed
}

test('the latest fetch of another node counts, but never as a time in the future', async () => {
  const now = Date.now()
  expect(await confirmedAt(now - 60_000)).toBe(now - 60_000)
  const confirmed = await confirmedAt(now + 60_000)
  expect(confirmed).toBeGreaterThanOrEqual(now)
  expect(confirmed).toBeLessThan(now + 60_000)
})

test.each([0, -1e300, 1e300, 8e15])(
  'a fetch of another node at the time %d is ignored',
  async (at) => {
    expect(await confirmedAt(at)).toBeUndefined()
  },
)
