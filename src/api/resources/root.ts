import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'

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
  'suggestions',
  'screenshots',
  'addons',
  'categories',
  'reports',
] as const

/** The Root: addresses of the lists. */
export function rootResource(links: Links): s.JsonOf<typeof ROOT> {
  return s.fromKeys(NAMES, (name) => links.api(`${name}/`))
}

export const ROOT = s.resource(
  'Root',
  'Addresses of the lists.',
  s.fromKeys(NAMES, () => s.LINK),
)
