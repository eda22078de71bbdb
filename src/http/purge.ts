import { setTimeout as pause } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import type { View } from '../catalog/model.ts'
import { placeOf } from '../catalog/paths.ts'
import { componentsOf } from '../catalog/view/view.ts'
import { reasonOf } from '../errors.ts'
import { changedKeys } from './surrogate-keys.ts'

interface PurgeOptions {
  readonly catalog: Pick<Catalog, 'current' | 'changed'>
  /** Where changes are told as they come; `''`: nowhere. A user and password in it are sent as basic authentication. */
  readonly url: () => string
  /** Told why a purge failed; its keys are sent again with the next one. */
  readonly onNotice: (message: string) => void
}

/** Changes within this time are one purge: a push moves all components of a repository. */
const DEBOUNCE_MS = 200
const TIMEOUT_MS = 10_000

/** Tells a cache whenever a component is served at another commit, comes or goes. The function ends that. */
export function startPurging({ catalog, url, onNotice }: PurgeOptions): () => void {
  const ended = new AbortController()
  let places = new Set<string>()

  async function purge(): Promise<void> {
    const moved = places
    places = new Set()
    try {
      await send(url(), changedKeys([...moved]), ended.signal)
    } catch (error) {
      for (const place of moved) places.add(place)
      const reason = reasonOf(error instanceof Error ? (error.cause ?? error) : error)
      if (!ended.signal.aborted) onNotice(`purge_url: the cache was not purged: ${reason}`)
    }
  }

  async function watch(): Promise<void> {
    let before = headsOf(catalog.current())
    for (;;) {
      await catalog.changed(ended.signal)
      await pause(DEBOUNCE_MS, undefined, { signal: ended.signal, ref: false })
      if (url() === '') continue
      const heads = headsOf(catalog.current())
      const moved = movedPlaces(before, heads)
      before = heads
      for (const place of moved) places.add(place)
      if (moved.length > 0) void purge()
    }
  }

  // It ends by being aborted.
  watch().catch((error: unknown) => {
    if (!ended.signal.aborted) onNotice(`purge_url: ${reasonOf(error)}`)
  })
  return () => ended.abort()
}

type Heads = ReadonlyMap<string, string | undefined>

/** The commit of each component that is served. */
function headsOf(view: View): Heads {
  return new Map(componentsOf(view).map((one) => [placeOf(one), one.commit?.oid]))
}

/** What is read for the first time moves nothing: before that there was no answer about it. */
function movedPlaces(before: Heads, heads: Heads): string[] {
  const gone = [...before.keys()].filter((place) => !heads.has(place))
  const moved = [...heads].flatMap(([place, oid]) => {
    const isFirst = before.has(place) && before.get(place) === undefined
    return isFirst || before.get(place) === oid ? [] : place
  })
  return [...gone, ...moved]
}

/** As Fastly takes it, in header and body. Rejects where the answer is no success. */
async function send(address: string, keys: readonly string[], ended: AbortSignal): Promise<void> {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Surrogate-Key': keys.join(' '),
      ...(user !== ':' && { Authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    },
    body: JSON.stringify({ surrogate_keys: keys }),
    signal: AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`expected success, found status ${response.status}`)
}
