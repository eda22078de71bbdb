import type { Engine } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'
import type { Place } from '../text.ts'
import { type PlacedFile, readPlaces } from './file-places.ts'
import type { Component, Translation } from './model.ts'
import { formatOf } from './reading/translation-file.ts'
import { contextOf, locationOf } from './unit.ts'

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
 * with an engine in its threads, for each place.
 */
export function createUnitPlaces(
  readFile: (component: Component, path: string) => Promise<Buffer>,
  engine?: Engine,
): FindPlace {
  const files = new Map<string, Promise<OpenedPlaces>>()
  function open(translation: Translation, path: string): Promise<OpenedPlaces> {
    const { component } = translation
    const isOwn = path === translation.filename
    const code = isOwn ? translation.languageCode : component.config.sourceLanguage
    const key = JSON.stringify([component.id, path, code])
    const known = files.get(key)
    if (known !== undefined) return known
    const { fileFormat, fileFormatParams, weblate, sourceLanguage } = component.config
    const { filemask, template, languageRegex } = component.config
    const settings = { fileFormat, fileFormatParams, weblate, filemask, template, languageRegex }
    const config = { ...settings, sourceLanguage }
    const isMonolingual = template !== ''
    const isLast = isMonolingual && path !== template
    const read = readFile(component, path).then((bytes) =>
      placesIn({ bytes, config, languageCode: code, isMonolingual, isLast }, engine),
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

/** Whether a unit is not in the file of its translation: then its place is the one of its source. */
export function isPlaceOfSource({ filename }: Translation, place: UnitPlace): boolean {
  return (
    filename !== '' && place.filename !== filename && !place.filename.startsWith(`${filename}/`)
  )
}

interface OpenedPlaces {
  get(id: string): Place | undefined | Promise<Place | undefined>
}

function placesIn(file: PlacedFile, engine: Engine | undefined): OpenedPlaces {
  return engine === undefined
    ? readPlaces(file)
    : { get: (id) => engine.ask(placeWork, { file, id }) }
}

/** The place of an entry in a file. Throws ParseError. */
export const placeWork: Work<{ file: PlacedFile; id: string }, Place | undefined> = {
  name: 'place',
  run: ({ file, id }) => readPlaces(file).get(id),
}

/** The file of the folder that a unit's location names, where it has a text; else the folder. */
function placeInFolder(
  { filename, units: read, isSource, languageCode, component }: Translation,
  what: number | string,
): UnitPlace {
  const folder = { filename, line: 1, column: 1 }
  if (typeof what === 'string') return folder
  const units = read()
  const [, path, line] = /^(.+):(\d+)$/.exec(locationOf(units, what)) ?? []
  if (path === undefined || units.targets.at(what) === '') return folder
  const { pathOf } = formatOf(component.config)
  const own = isSource ? undefined : pathOf?.(contextOf(units, what), languageCode)
  return { filename: `${filename}/${own ?? path}`, line: Number(line), column: 1 }
}

function idOf({ component, units: read }: Translation, row: number): string {
  const units = read()
  const isBilingual = component.config.template === ''
  return (isBilingual ? (units.table.sources.at(row) ?? '') : '') + contextOf(units, row)
}
