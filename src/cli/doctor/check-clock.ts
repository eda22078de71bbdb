import { parseAddress } from '../../address.ts'
import { repositoriesOf } from '../../catalog/updates/sources.ts'
import type { Config } from '../../config/config.ts'
import { type Finding, findingsOf } from './finding.ts'

const MAX_SECONDS = 60
const TIMEOUT_MS = 10_000
/** No clock is right that is before this. */
const EPOCH = Date.parse('2024-01-01T00:00:00Z')

/** Whether the clock agrees with that of the first remote that tells the time. */
export async function checkClock(config: Config, now: number = Date.now()): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf('clock')
  const shown = new Date(now).toISOString()
  const advice = 'set the clock: ages, certificates and changed: in searches are wrong'
  if (now < EPOCH) return [error(`${shown} is in the past; ${advice}`)]
  for (const origin of originsOf(config)) {
    const time = await timeAt(origin)
    if (time === undefined) continue
    const seconds = Math.round((now - time) / 1000)
    if (Math.abs(seconds) <= MAX_SECONDS) return [ok(`${shown}, as at ${origin}`)]
    const how = seconds > 0 ? 'ahead of' : 'behind'
    return [warning(`${Math.abs(seconds)} seconds ${how} that of ${origin}; ${advice}`)]
  }
  return [ok(`${shown}; no remote tells the time`)]
}

function originsOf(config: Config): Set<string> {
  const addresses = [...repositoriesOf(config).keys()].flatMap((repo) => {
    try {
      return parseAddress(repo)
    } catch {
      return [] // What is wrong with it is found with the remotes.
    }
  })
  const http = addresses.filter(({ transport }) => transport === 'http')
  return new Set(http.map(({ url }) => new URL(url).origin))
}

/** In milliseconds since 1970; undefined where the remote does not answer or does not say. */
async function timeAt(origin: string): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { headers } = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal })
    const time = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined // What is wrong with the remote is found with the remotes.
  }
}
