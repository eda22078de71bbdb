import type { Place } from '../text.ts'
import type { PlaceWork } from './file-place-worker.ts'
import { type PlacedFile, readPlaces } from './file-places.ts'
import type { Component, Translation } from './model.ts'
import { formatOf } from './reading/translation-file.ts'
import { contextOf, locationOf } from './unit.ts'
import type { WorkerPool } from './updates/worker-pool.ts'

/** Where a unit is in a file. */
export interface UnitPlace extends Place {
  /** Path in the repository. */
  readonly filename: string
}

/** Finds the places of units, given by row, and of keys that give none; undefined for a unit without a file. */
export type FindPlace = (
  translation: Translation,
  what: number | string,
) => Promise<UnitPlace | undefined>

/**
 * Returns the function that finds where a unit is written: in the file of its translation, else in the template, at the
 * beginning of the former when it is in neither. Files are read and parsed when they are first needed, for places alone;
 * long ones in a thread of the pool, for each place.
 */
export function createUnitPlaces(
  readFile: (component: Component, path: string) => Promise<Buffer>,
  pool?: Pick<WorkerPool, 'threads' | 'call'>,
): FindPlace {
  const files = new Map<string, Promise<OpenedPlaces>>()
  function open(translation: Translation, path: string): Promise<OpenedPlaces> {
    const { component } = translation
    const isOwn = path === translation.filename
    const code = isOwn ? translation.languageCode : component.config.sourceLanguage
    const key = JSON.stringify([component.id, path, code])
    const known = files.get(key)
    if (known !== undefined) return known
    const { fileFormat, template } = component.config
    const isMonolingual = template !== ''
    const isLast = isMonolingual && path !== template
    const read = readFile(component, path).then((bytes) =>
      placesIn({ bytes, fileFormat, languageCode: code, isMonolingual, isLast }, pool),
    )
    files.set(key, read)
    return read
  }
  return async (translation, what) => {
    const { filename, component } = translation
    const id = typeof what === 'string' ? what : idOf(translation, what)
    if (formatOf(component.config).folder !== undefined) return placeInFolder(translation, what)
    const paths = [...new Set([filename, component.config.template])].filter((path) => path !== '')
    for (const path of paths) {
      const place = await (await open(translation, path)).get(id)
      if (place !== undefined) return { filename: path, ...place }
    }
    return filename === '' ? undefined : { filename, line: 1, column: 1 }
  }
}

interface OpenedPlaces {
  get(id: string): Place | undefined | Promise<Place | undefined>
}

/** What is parsed beside other work takes some 20 ms. */
const MAX_BYTES_HERE = 512 << 10
const MAX_MS = 60_000

function placesIn(
  file: PlacedFile,
  pool: Pick<WorkerPool, 'threads' | 'call'> | undefined,
): OpenedPlaces {
  if (pool === undefined || pool.threads === 0 || file.bytes.length <= MAX_BYTES_HERE) {
    return readPlaces(file)
  }
  const options = { maxMs: MAX_MS }
  return {
    get: (id) =>
      pool.call<PlaceWork, Place | undefined>('catalog/file-place-worker', { file, id }, options),
  }
}

/** The file of the folder that a unit's location names, where it has a text; else the folder. */
function placeInFolder({ filename, units: read }: Translation, what: number | string): UnitPlace {
  const folder = { filename, line: 1, column: 1 }
  if (typeof what === 'string') return folder
  const units = read()
  const [, path, line] = /^(.+):(\d+)$/.exec(locationOf(units, what)) ?? []
  if (path === undefined || units.targets.at(what) === '') return folder
  return { filename: `${filename}/${path}`, line: Number(line), column: 1 }
}

function idOf({ component, units: read }: Translation, row: number): string {
  const units = read()
  const isBilingual = component.config.template === ''
  return (isBilingual ? (units.table.sources.at(row) ?? '') : '') + contextOf(units, row)
}
