import type { ProjectFields } from '../../config/fields.ts'
import type { WeblateClient } from './client.ts'
import type { ResponseBody } from './fields.ts'
import { shown } from './format.ts'

/** Who sees a project, with a warning where that is private. */
export interface Access {
  readonly accessControl: ProjectFields['accessControl']
  readonly warning?: string
}

/** By the server's numbers; custom (200) is for some people alone, as private (100) is. */
const BY_NUMBER: ReadonlyMap<unknown, ProjectFields['accessControl']> = new Map([
  [0, 'public'],
  [1, 'protected'],
  [100, 'private'],
  [200, 'private'],
])

/**
 * Who sees the project of an answer. Older servers do not tell: what they show only with the token is private, as is all that is
 * not certain.
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
