import { setImmediate as pause } from 'node:timers/promises'
import type { App } from '../../src/app.ts'

/** The answer once it counts everything: counting ends after a time and goes on beside other work. */
export async function requestCounted(
  app: App,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  for (;;) {
    const response = await app.request(path, init)
    const { headers } = response
    const isCut = headers.get('Cache-Control') === 'no-store'
    if (!isCut && headers.get('X-History-Complete') !== 'false') return response
    await pause()
  }
}
