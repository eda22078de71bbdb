import type { ProjectFields } from '../../config/fields.ts'
import type { WeblateClient } from './client.ts'
import type { ResponseBody } from './fields.ts'
import { shown } from './format.ts'

/** The access control of a project, with a warning if it is private. */
export interface Access {
  readonly accessControl: ProjectFields['accessControl']
  readonly warning?: string
}

/** Access control by Weblate's codes. Custom (200) admits only some people, so it maps to private like 100. */
const BY_NUMBER: ReadonlyMap<unknown, ProjectFields['accessControl']> = new Map([
  [0, 'public'],
  [1, 'protected'],
  [100, 'private'],
  [200, 'private'],
])

/**
 * Reads the access control of a project. Older servers do not report it: projects visible only with the token are
 * private, as are those in doubt.
 */
export async function readAccess(
  answer: ResponseBody,
  client: WeblateClient,
  path: string,
): Promise<Access> {
  const { access_control: number } = answer
  if (number === undefined) {
    const reason = await client.whyHidden(path)
    return reason === undefined
      ? { accessControl: 'public' }
      : privateFor(`it is not shown without the token (${reason})`)
  }
  const accessControl = BY_NUMBER.get(number)
  if (accessControl === undefined) {
    return privateFor(`expected 0, 1, 100 or 200, found ${shown(number)}`)
  }
  return accessControl === 'private' ? privateFor(`it is ${number} there`) : { accessControl }
}

function privateFor(reason: string): Access {
  const advice = 'name who sees it in members, or in projects of a token'
  return { accessControl: 'private', warning: `access_control: private, as ${reason}; ${advice}` }
}
