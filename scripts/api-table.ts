import { NOTHING } from '../src/api/resources/never.ts'
import type { Description } from '../src/api/schema/description.ts'
import { DESCRIPTIONS } from '../src/api/schema/descriptions.ts'
import { isResource, page } from '../src/api/schema/schema.ts'

const START = '| address | answer | parameters |\n|---|---|---|\n'
const TABLE = /\| address \| answer \| parameters \|\n(?:\|.*\n)*/
const OF_EVERY_LIST = new Set(['page', 'page_size'])

/** The README with its table of addresses made anew from their descriptions. Throws when there is no such table. */
export function replaceApiTable(readme: string): string {
  if (!TABLE.test(readme)) {
    throw new Error('README.md: expected a table of address, answer, parameters')
  }
  const rows = Object.entries(DESCRIPTIONS)
    .filter(([, description]) => hasAnswer(description))
    .map(([path, description]) => `| ${cellsOf(path, description).join(' | ')} |\n`)
  return readme.replace(TABLE, () => START + rows.join(''))
}

/** Whether it answers anything but an error or an empty list. */
function hasAnswer({ body }: Description): boolean {
  if (typeof body === 'string') return body !== 'refused'
  return !isResource(body) || body.name !== page(NOTHING).name
}

function cellsOf(path: string, { summary, query, isOwn }: Description): string[] {
  const address = `${path.slice(1)}/`.replace(/:(\w+)/g, '{$1}')
  const names = query.map(({ name }) => name).filter((name) => !OF_EVERY_LIST.has(name))
  return [
    `\`${address}\``,
    summary + (isOwn ? ' Not in Weblate.' : ''),
    names.map((name) => `\`${name}\``).join(', '),
  ]
}
