import type { Endpoint } from '../../src/api/endpoint.ts'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import { NOTHING } from '../../src/api/resources/never.ts'
import { isResource, page } from '../../src/api/schema/schema.ts'
import { code, table } from './markdown.ts'

const OF_EVERY_LIST = new Set(['page', 'page_size'])

/** A table of the addresses of the API that answer anything but an error or an empty list. */
export function addressTable(): string {
  const endpoints = Object.entries(ENDPOINTS).filter(([, endpoint]) => hasAnswer(endpoint))
  return table(
    ['address', 'answer', 'parameters'],
    endpoints.map(([path, endpoint]) => cellsOf(path, endpoint)),
  )
}

function hasAnswer({ body }: Endpoint): boolean {
  if (body === 'refused') return false
  return 'mediaTypes' in body || !isResource(body) || body.name !== page(NOTHING).name
}

function cellsOf(path: string, { summary, query, isOwn }: Endpoint): string[] {
  const address = `${path.slice(1)}/`.replace(/:(\w+)/g, '{$1}')
  const names = query.map(({ name }) => name).filter((name) => !OF_EVERY_LIST.has(name))
  return [code(address), summary + (isOwn ? ' Not in Weblate.' : ''), names.map(code).join(', ')]
}
