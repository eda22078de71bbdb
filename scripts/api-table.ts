import type { Endpoint } from '../src/api/endpoint.ts'
import { ENDPOINTS } from '../src/api/endpoints.ts'
import { NOTHING } from '../src/api/resources/never.ts'
import { isResource, page } from '../src/api/schema/schema.ts'

const START = '| address | answer | parameters |\n|---|---|---|\n'
const TABLE = /\| address \| answer \| parameters \|\n(?:\|.*\n)*/
const OF_EVERY_LIST = new Set(['page', 'page_size'])

/** The README with its table of addresses made anew from the endpoints. Throws when there is no such table. */
export function replaceApiTable(readme: string): string {
  if (!TABLE.test(readme)) {
    throw new Error('README.md: expected a table of address, answer, parameters')
  }
  const rows = Object.entries(ENDPOINTS)
    .filter(([, endpoint]) => hasAnswer(endpoint))
    .map(([path, endpoint]) => `| ${cellsOf(path, endpoint).join(' | ')} |\n`)
  return readme.replace(TABLE, () => START + rows.join(''))
}

/** Whether it answers anything but an error or an empty list. */
function hasAnswer({ body }: Endpoint): boolean {
  if (typeof body === 'string') return body !== 'refused'
  return !isResource(body) || body.name !== page(NOTHING).name
}

function cellsOf(path: string, { summary, query, isOwn }: Endpoint): string[] {
  const address = `${path.slice(1)}/`.replace(/:(\w+)/g, '{$1}')
  const names = query.map(({ name }) => name).filter((name) => !OF_EVERY_LIST.has(name))
  return [
    `\`${address}\``,
    summary + (isOwn ? ' Not in Weblate.' : ''),
    names.map((name) => `\`${name}\``).join(', '),
  ]
}
