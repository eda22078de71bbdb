import { firstNotBefore } from '../bisect.ts'
import type { Place } from '../text.ts'
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
 * beginning of the former when it is in neither. Files are read and parsed when they are first needed, for places alone.
 */
export function createUnitPlaces(
  readFile: (component: Component, path: string) => Promise<Buffer>,
): FindPlace {
  const files = new Map<string, Promise<FilePlaces>>()
  function open(translation: Translation, path: string): Promise<FilePlaces> {
    const { component } = translation
    const isOwn = path === translation.filename
    const code = isOwn ? translation.languageCode : component.config.sourceLanguage
    const key = JSON.stringify([component.id, path, code])
    const known = files.get(key)
    if (known !== undefined) return known
    const read = readFile(component, path).then((bytes) =>
      readPlaces(bytes, component, { path, code }),
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
      const place = (await open(translation, path)).get(id)
      if (place !== undefined) return { filename: path, ...place }
    }
    return filename === '' ? undefined : { filename, line: 1, column: 1 }
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

interface FilePlaces {
  get(id: string): Place | undefined
}

/** Of a repeated key the text that counts: in a translation with a template the last, else the first. */
function readPlaces(
  bytes: Buffer,
  { config }: Component,
  { path, code: languageCode }: { readonly path: string; readonly code: string },
): FilePlaces {
  const format = formatOf(config)
  const offsets = new Map<string, number>()
  const texts = new Map<string, string>()
  const isMonolingual = config.template !== ''
  const isLast = isMonolingual && path !== config.template
  for (const entry of format.parse(bytes, { languageCode, isMonolingual }).entries) {
    const id = entry.source + entry.context
    // A plural of i18next may be several entries, all with its texts.
    const counts = isLast ? texts.get(id) !== entry.target : !offsets.has(id)
    if (counts) offsets.set(id, entry.offset)
    texts.set(id, entry.target)
  }
  const placeAt = createPlaceFinder(format.decode(bytes))
  return {
    get(id) {
      const offset = offsets.get(id)
      return offset === undefined ? undefined : placeAt(offset)
    },
  }
}

/** As `placeAt` of one text that is asked for many places. */
function createPlaceFinder(text: string): (offset: number) => Place {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1)
  }
  return (offset) => {
    const line = firstNotBefore(starts.length, (index) => starts[index]! <= offset)
    return { line, column: offset - starts[line - 1]! + 1 }
  }
}
