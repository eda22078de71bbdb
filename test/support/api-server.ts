import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a path answers: a JSON value (`{base_url}` in it stands for the server), or a function that does it all. */
export type Reply = unknown | ((request: IncomingMessage, response: ServerResponse) => void)

export interface ApiServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** Path and query of each request, in order. */
  readonly requests: string[]
  /** The `Authorization` of each request. */
  readonly tokens: (string | undefined)[]
}

/**
 * Serves answers by path, with the query where that has an answer of its own, until the end of the test; all others are 404
 * as Weblate's.
 */
export async function serveApi(responses: Readonly<Record<string, Reply>>): Promise<ApiServer> {
  const requests: string[] = []
  const tokens: (string | undefined)[] = []
  let origin = ''
  const server = createServer((request, response) => {
    const { url = '' } = request
    requests.push(url)
    tokens.push(request.headers.authorization)
    const respond = responses[url] ?? responses[url.replace(/\?.*$/, '')]
    if (typeof respond === 'function') {
      respond(request, response)
      return
    }
    response.statusCode = respond === undefined ? 404 : 200
    const notFound = { type: 'client_error', errors: [{ code: 'not_found', detail: 'Not found.' }] }
    response.end(JSON.stringify(respond ?? notFound).replaceAll('{base_url}', origin))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    tokens,
  }
}

/** A server with one project. */
export function shop(
  components: readonly Record<string, unknown>[],
  project: Record<string, unknown> = {},
): Record<string, Reply> {
  return {
    '/api/projects/shop/': { slug: 'shop', name: 'Shop', web: 'https://shop.example/', ...project },
    '/api/projects/shop/components/': { results: components.map(component), next: null },
  }
}

/** A component of that server, complete but for what is given. */
export function component(fields: Record<string, unknown>): Record<string, unknown> {
  const { slug = 'web', project = 'shop' } = fields
  return {
    slug,
    name: slug,
    url: `{base_url}/api/components/${project}/${slug}/`,
    vcs: 'git',
    repo: 'https://git.example.org/shop.git',
    branch: 'main',
    file_format: 'json',
    filemask: `${slug}/*.json`,
    template: `${slug}/en.json`,
    source_language: { code: 'en' },
    ...fields,
  }
}

/** Settings that components of a newer Weblate inherit, with the values that they have without one. */
const INHERITED = {
  ...{ license: '', agreement: '', new_lang: 'add', language_code_style: '' },
  ...{ secondary_language: null, enforced_checks: [] },
}

/** What a newer Weblate tells of settings beside their values: those given are effective, and inherited. */
function inheriting(effective: Partial<Record<keyof typeof INHERITED, unknown>>): object {
  return Object.fromEntries(
    Object.entries({ ...INHERITED, ...effective }).flatMap(([name, value]) => [
      [name, INHERITED[name as keyof typeof INHERITED]],
      [`inherit_${name}`, true],
      [`effective_${name}`, value],
    ]),
  )
}

/** A server of 2026 with one project; `effective` is what its components inherit. */
export function currentShop(
  accessControl: unknown,
  components: readonly Record<string, unknown>[],
  effective: Parameters<typeof inheriting>[0] = {},
): Record<string, Reply> {
  const project = {
    ...{ check_flags: 'ignore-end-stop', effective_check_flags: 'ignore-end-stop' },
    ...{ workspace: null, access_control: accessControl, public_sharing: false },
    ...inheriting({}),
  }
  const settled = components.map((one) => ({
    ...{ vcs_params: {}, file_format_params: {}, check_flags: '' },
    effective_check_flags: 'auto-java-messageformat, ignore-end-stop',
    ...inheriting(effective),
    project,
    url: `{base_url}/api/components/shop/${one['slug'] ?? 'web'}/`,
    ...one,
  }))
  return shop(settled, project)
}
