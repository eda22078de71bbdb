import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { crawlSite } from '../support/crawl.ts'
import { openDemo } from '../support/demo.ts'
import { hasNginx, startNginx } from '../support/nginx.ts'

/** Opens one address in 300: the crawl without a proxy opens them all. */
const ONE_OF = 300

test.skipIf(!hasNginx)(
  'every address opens below a path, whether nginx strips the path or not',
  async () => {
    const { app, catalog } = await openDemo({ trustedProxies: ['127.0.0.1'] })
    onTestFinished(() => catalog.close())
    const server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
    onTestFinished(() => server.stop(0))
    const upstream = server.url.replace(/\/$/, '')
    const location = (path: string, target: string) =>
      `location ${path}/ {
         proxy_pass ${upstream}${target};
         proxy_set_header Host $http_host;
         proxy_set_header X-Forwarded-Prefix ${path};
       }`
    const nginx = await startNginx(
      (_, listen) =>
        `events {}
         http {
           access_log off;
           server { listen ${listen}; ${location('/stripped', '/')} ${location('/left', '')} }
         }`,
    )
    for (const path of ['stripped', 'left']) {
      const root = `${nginx}/${path}/`
      const { count, missing } = await crawlSite({ root, request: fetch, oneOf: ONE_OF })
      expect(missing).toEqual([])
      expect(count).toBeGreaterThan(500)
    }
  },
  120_000,
)
