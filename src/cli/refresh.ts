import type { RefreshResult } from '../api/refresh.ts'
import { NotFoundError, RepositoryError, reasonOf, UsageError } from '../errors.ts'
import { counted } from '../facts/format-numbers.ts'
import { groupBy } from '../group-by.ts'
import { encodePlace } from '../model/paths.ts'
import { sanitizeTerminal } from '../text.ts'
import { type Arguments, CANNOT_READ } from './command.ts'

/** Longer than the maximum of `request_timeout`. */
const WAIT_MS = 660_000

/**
 * Asks a server to fetch from its remotes, and prints a line for each: the old and the new commit, or the error.
 * Resolves with 0, or with 3 if something could not be read. Rejects with UsageError, RepositoryError or NotFoundError.
 */
export async function refreshServer({ operands, values }: Arguments): Promise<number> {
  const [place = ''] = operands
  const { server = '', token = process.env['GITGLOT_REFRESH_TOKEN'] ?? '' } = values
  const base = server.replace(/\/*$/, '/')
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw new UsageError(`gitglot refresh: --server ${server}: needs an address with http or https`)
  }
  if (!/^(?:[^/]+(?:\/[^/]+)*)?$/.test(place)) {
    throw new UsageError(`gitglot refresh: ${place}: expected PROJECT or PROJECT/COMPONENT`)
  }
  const answer = await ask(`${base}api/${pathOf(place)}`, token)
  const print = (line: string) => process.stdout.write(`${sanitizeTerminal(line)}\n`)
  if (answer.configuration_error !== null) print(answer.configuration_error)
  // The components of a remote share one commit or one error.
  const byRemote = groupBy(answer.components, outcomeOf)
  for (const [outcome, [first, ...others]] of byRemote) {
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'other component')}`
    print(`${first.component}${more}: ${outcome}`)
  }
  return answer.result ? 0 : CANNOT_READ
}

function outcomeOf({ before, after, error }: RefreshResult['components'][number]): string {
  const [from, to] = [before, after].map((oid) => oid?.slice(0, 7) ?? 'nothing')
  return error ?? (before === after ? `unchanged, ${to}` : `${from} -> ${to}`)
}

function pathOf(place: string): string {
  if (place === '') return 'repository/'
  const path = place.split('/').map(encodeURIComponent).join('/')
  return place.includes('/')
    ? `components/${encodePlace(path)}/repository/`
    : `projects/${path}/repository/`
}

async function ask(address: string, token: string): Promise<RefreshResult> {
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'gitglot',
    ...(token && { Authorization: `Token ${token}` }),
  }
  const body = JSON.stringify({ operation: 'pull' })
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(WAIT_MS) }
  try {
    const response = await fetch(address, init)
    if (response.status === 404) throw new NotFoundError(`${address}: not found`)
    if (!response.ok) {
      const isAuth = response.status === 401 || response.status === 403
      const hint = isAuth ? '; it needs a token with the scope refresh' : ''
      const code = isAuth ? 'auth' : 'bad-answer'
      throw new RepositoryError(code, `answered ${response.status}${hint}`)
    }
    if (!/json/i.test(response.headers.get('content-type') ?? '')) {
      throw new RepositoryError(
        'bad-answer',
        'expected JSON from a gitglot server, found none; check --server',
      )
    }
    return (await response.json()) as RefreshResult // What the same version of the server sends.
  } catch (cause) {
    if (cause instanceof NotFoundError) throw cause
    const code = cause instanceof RepositoryError ? cause.code : 'unreachable'
    throw new RepositoryError(code, `${address}: ${reasonOf(cause)}`, { cause })
  }
}
