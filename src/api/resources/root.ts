import type { Links } from '../links.ts'
import type { Json } from '../rendering/json.ts'
import { LINK, type Resource } from '../schema/schema.ts'

const NAMES = [
  'users',
  'groups',
  'roles',
  'projects',
  'components',
  'translations',
  'memory',
  'languages',
  'component-lists',
  'changes',
  'units',
  'screenshots',
  'addons',
  'categories',
]

/** The Root: addresses of the lists. */
export function rootResource(links: Links): Json {
  return Object.fromEntries(NAMES.map((name) => [name, links.api(`${name}/`)]))
}

export const ROOT: Resource = {
  name: 'Root',
  description: 'Where the lists are.',
  properties: Object.fromEntries(NAMES.map((name) => [name, LINK])),
}
