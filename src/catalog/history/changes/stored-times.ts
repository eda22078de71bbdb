import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import type { Codec } from '../../../storage/store.ts'
import { createColumns, openColumns } from '../../columns.ts'
import { digestOf } from '../../digest.ts'
import type { UnitTimes } from '../../model.ts'
import type { LoggedComponent } from './segments.ts'
import { logKey } from './stored-runs.ts'
import { type ComponentTimes, findUnitTimes } from './unit-times.ts'

type Times = ReadonlyMap<string, UnitTimes>

/** What `findUnitTimes` gives: as it was found before for the same commits, by this process or another, or found now. */
export function knownUnitTimes(
  own: LoggedComponent,
  options: Parameters<typeof findUnitTimes>[1],
): ComponentTimes {
  const { timeline, store } = own.history
  const stored = store.bucket<Times>({ name: 'times', codec: TIMES })
  const key = keyOf(own, options.repository)
  const known = key === undefined ? undefined : stored.get(key)
  const translations = known && withUnits(own, known)
  if (translations !== undefined) return { timeline, translations }
  const found = findUnitTimes(own, options)
  if (key !== undefined) stored.set(key, found.translations)
  return found
}

/** Undefined where they are not those of the units. */
function withUnits(
  { component: { translations } }: LoggedComponent,
  known: Times,
): ComponentTimes['translations'] | undefined {
  const found = translations.flatMap(({ language, statistics, units }) => {
    const times = known.get(language.code)
    const isOwn = times?.added.length === statistics.total.units
    return isOwn ? [[language.code, { ...times, units }] as const] : []
  })
  return found.length === translations.length ? new Map(found) : undefined
}

/** Names the commits and settings of all components of a repository; undefined for files on disk. */
function keyOf(own: LoggedComponent, repository: readonly LoggedComponent[]): string | undefined {
  if (repository.some(({ history }) => history.timeline.tip === WORK_TREE_OID)) return undefined
  const logs = repository.map(({ component: { config, project }, history: { timeline } }) => [
    logKey({ config, project: project.config }, timeline),
    config.stateFrom,
    timeline.tip,
  ])
  return digestOf([repository.indexOf(own), logs])
}

const TIMES: Codec<Times> = {
  encode(times) {
    const columns = createColumns()
    columns.texts([...times.keys()])
    for (const { added, updated } of times.values()) {
      columns.bytes(new Uint8Array(added.buffer))
      columns.bytes(new Uint8Array(updated.buffer))
    }
    return columns.finish()
  },
  decode(bytes) {
    const columns = openColumns(bytes)
    const codes = columns.texts()
    const numbers = () => new Float64Array(columns.bytes().slice().buffer)
    return new Map(
      Array.from({ length: codes.length }, (_, index): [string, UnitTimes] => [
        codes.at(index) ?? '',
        { added: numbers(), updated: numbers() },
      ]),
    )
  },
}
