import { setImmediate as pause } from 'node:timers/promises'
import type { App } from '../../src/app.ts'

/** The answer once it counts every change: counting ends after a time and goes on beside other work. */
export async function requestCounted(
  app: App,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  for (;;) {
    const response = await app.request(path, init)
    if (response.headers.get('X-History-Complete') !== 'false') return response
    await pause()
  }
}
