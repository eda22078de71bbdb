import type { Endpoint } from '../../src/api/endpoint.ts'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import { NOTHING } from '../../src/api/routes/unsupported.ts'
import { isResource, page } from '../../src/api/schema/schema.ts'
import { code, table } from './markdown.ts'

const OF_EVERY_LIST = new Set(['page', 'page_size'])
const OBJECT = /^([a-z]+)\/(?:\{\w+\}\/)+(?=[a-z])(.+)$/

/**
 * Returns a table of the API's endpoints, except those that only return an error or an empty list. Endpoints in several
 * scopes share a row, such as `outdated/` of projects, components and translations.
 */
export function addressTable(): string {
  const rows = new Map<string, { readonly of: string[]; readonly cells: readonly string[] }>()
  for (const [path, endpoint] of Object.entries(ENDPOINTS).filter(([, one]) => hasAnswer(one))) {
    const address = `${path.slice(1)}/`.replace(/:(\w+)/g, '{$1}')
    const [, object = '', end = address] = OBJECT.exec(address) ?? []
    const cells = [code(end) + (endpoint.isOwn ? ' +' : ''), paramsOf(endpoint)]
    const row = rows.get(cells.join()) ?? { of: [], cells }
    rows.set(cells.join(), row)
    if (object !== '') row.of.push(object)
  }
  return table(
    ['address', 'of', 'parameters'],
    [...rows.values()].map(({ of, cells: [address = '', params = ''] }) => [
      address,
      [...new Set(of)].join(', '),
      params,
    ]),
  )
}

function hasAnswer({ body }: Endpoint): boolean {
  if (body === 'refused') return false
  return 'mediaTypes' in body || !isResource(body) || body.name !== page(NOTHING).name
}

function paramsOf({ query }: Endpoint): string {
  const names = query.map(({ name }) => name).filter((name) => !OF_EVERY_LIST.has(name))
  return names.map(code).join(', ')
}
