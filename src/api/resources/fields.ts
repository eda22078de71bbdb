import type { Completeness } from '../../history/timeline/completeness.ts'
import type { Links } from '../links.ts'
import { Verbatim } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'

interface Addressed {
  readonly links: Links
  readonly path: string
}

type LinkField = readonly [s.JsonSchema<string>, (object: Addressed) => string]

/** The object's own address. */
export const OWN_LINK: LinkField = linkBelow('')

/** Returns a field with an address below that of the object. */
export function linkBelow(name: string): LinkField {
  return [s.LINK, ({ links, path }) => links.api(path + name)]
}

/** Returns fields with addresses below that of the object: `changes_list` gives `changes_list_url`, at `changes/`. */
export function linksBelow<Name extends string>(...names: readonly Name[]) {
  return s.fromKeys(
    names.map((name): `${Name}_url` => `${name}_url`),
    (key) => linkBelow(key.replace(/(?:_list)?_url$/, '/')),
  )
}

/** Formats a time of statistics: like `timestamp`, but `2026-11-21 03:21:54.250034+00:00` in CSV. */
export function statisticsTime(seconds: number): Verbatim {
  const text = timestamp(seconds)
  const cell = text.replace('T', ' ').replace('.000000', '').replace('Z', '+00:00')
  return new Verbatim(JSON.stringify(text), cell)
}

/** Formats seconds since 1970 and microseconds (at most 999,999) as `2026-11-21T03:21:54.250034Z`. */
export function timestamp(seconds: number, micros = 0): string {
  const text = new Date(seconds * 1000).toISOString().slice(0, 19)
  return `${text}.${String(Math.min(micros, 999_999)).padStart(6, '0')}Z`
}

/** `since` is null if the whole history is known, or nothing. */
export const COMPLETENESS = s.shown(
  'Completeness',
  'Whether the whole history is known; if not, since when.',
  (history: Completeness | undefined) => {
    const { complete = false } = history ?? {}
    return { complete, since: history && !history.complete ? timestamp(history.since) : null }
  },
  { complete: s.BOOLEAN, since: s.nullable(s.TIMESTAMP) },
)
