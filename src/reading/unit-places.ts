import type { ComponentConfig } from '../config/config.ts'
import type { Engine } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'
import { ParseError } from '../errors.ts'
import type { Component, Translation } from '../model/model.ts'
import { contextOf, locationOf } from '../model/unit.ts'
import { createPlaceFinder, type TextPosition } from '../text.ts'
import { nameOfUnit } from './entry.ts'
import { ignoreFault } from './read-entries.ts'
import { type FormatSettings, formatOf } from './translation-file.ts'

/** A unit's position in a file. */
export interface UnitLocation extends TextPosition {
  /** Path in the repository. */
  readonly filename: string
  /** Whether it is the place of the source in a folder that holds all languages. */
  readonly isOfSource?: boolean
}

/** Finds the position of a unit, given by row, or of a key that makes none; undefined for a unit without a file. */
export type FindUnitLocation = (
  translation: Translation,
  what: number | string,
) => Promise<UnitLocation | undefined>

/** Finds several positions in one translation. */
export type FindUnitLocations = (
  translation: Translation,
  keys: readonly (number | string)[],
) => Promise<readonly (UnitLocation | undefined)[]>

/** Returns a function that finds single units, as `createPlacesFinder` does for several. */
export function createUnitPlaces(
  ...options: Parameters<typeof createPlacesFinder>
): FindUnitLocation {
  const findPlaces = createPlacesFinder(...options)
  return async (translation, what) => (await findPlaces(translation, [what]))[0]
}

/**
 * Returns the function that finds where units are written: in their translation's file, otherwise in the template, at
 * the start of the former if neither has them; nowhere if only other languages have them. Files are read and parsed on
 * demand, only for positions; with an engine, in its threads at each call.
 */
export function createPlacesFinder(
  readFile: (component: Component, path: string) => Promise<Buffer>,
  engine?: Engine,
): FindUnitLocations {
  const files = new Map<string, Promise<FindPositions>>()
  function open(translation: Translation, path: string): Promise<FindPositions> {
    const { component, filename, languageCode: ownCode } = translation
    const { config } = component
    const languageCode = path === filename ? ownCode : config.sourceLanguage
    const isMonolingual = config.template !== ''
    const isLast = isMonolingual && path !== config.template
    const key = JSON.stringify([component.id, path, languageCode])
    const opened =
      files.get(key) ??
      readFile(component, path).then((bytes): FindPositions => {
        const file = { bytes, config, languageCode, isMonolingual, isLast }
        return engine ? (ids) => engine.ask(placesWork, { file, ids }) : readPositions(file)
      })
    files.set(key, opened)
    return opened
  }
  return async (translation, keys) => {
    const { filename, component } = translation
    if (formatOf(component.config).folder !== undefined) {
      return keys.map((what) => placeInFolder(translation, what))
    }
    const ids = keys.map((what) => (typeof what === 'string' ? what : idOf(translation, what)))
    const paths = [...new Set([filename, component.config.template])].filter((path) => path !== '')
    const locations = new Map<string, UnitLocation>()
    for (const path of paths) {
      const left = ids.filter((id) => !locations.has(id))
      if (left.length === 0) break
      const find = async () => (await open(translation, path))(left)
      const places = await find().catch((error: unknown) => {
        // Translations hold the sources of a gettext template that cannot be read.
        if (error instanceof ParseError) return []
        throw error
      })
      for (const [index, id] of left.entries()) {
        const place = places[index]
        if (place !== undefined) locations.set(id, { filename: path, ...place })
      }
    }
    const start = filename === '' ? undefined : { filename, line: 1, column: 1 }
    // Strings that only other languages have fill the source of bilingual files.
    const isFilled = translation.isSource && component.config.template === ''
    return ids.map((id, index) => {
      const isUnit = typeof keys[index] === 'number'
      return locations.get(id) ?? (isFilled && isUnit ? undefined : start)
    })
  }
}

/** Returns whether a unit is missing in its translation's file, so that its position is that of its source. */
export function isPlaceOfSource(
  { filename }: Translation,
  { isOfSource = false, ...place }: UnitLocation,
): boolean {
  return (
    isOfSource ||
    (filename !== '' && place.filename !== filename && !place.filename.startsWith(`${filename}/`))
  )
}

type TextPositions = readonly (TextPosition | undefined)[]

/** Finds entries of a file by `nameOfUnit`. */
type FindPositions = (ids: readonly string[]) => TextPositions | Promise<TextPositions>

/** Returns the positions of entries in a file. Throws ParseError. */
export const placesWork: Work<{ file: PlacedFile; ids: readonly string[] }, TextPositions> = {
  name: 'places',
  run: ({ file, ids }) => readPositions(file)(ids),
}

/** Returns the file of a unit or key in a folder; for a unit without a text, that of its source. */
function placeInFolder(
  { filename, units: read, isSource, languageCode, component }: Translation,
  what: number | string,
): UnitLocation {
  const units = read()
  const isKey = typeof what === 'string'
  const location = isKey ? what : locationOf(units, what)
  const [, path = location, line = '1'] = /^(.+):(\d+)$/.exec(location) ?? []
  const at = { line: Number(line), column: 1 }
  const { config } = component
  if (!isKey && !isSource && units.targets.at(what) === '') {
    return { filename: `${config.template}/${path}`, ...at, isOfSource: true }
  }
  const key = isKey ? path : contextOf(units, what)
  const ownPath = isSource ? undefined : formatOf(config).pathOf?.(key, languageCode)
  return { filename: `${filename}/${ownPath ?? path}`, ...at }
}

function idOf({ component, units: read }: Translation, row: number): string {
  const units = read()
  const isBilingual = component.config.template === ''
  const source = isBilingual ? (units.table.sources.at(row) ?? '') : ''
  return nameOfUnit({ source, context: contextOf(units, row) })
}

/** A file, and how to read it. */
export interface PlacedFile {
  readonly bytes: Uint8Array
  readonly config: FormatSettings & Pick<ComponentConfig, 'sourceLanguage'>
  readonly languageCode: string
  readonly isMonolingual: boolean
  /** Whether the last of a repeated key counts, as in a translation with a template, or else the first. */
  readonly isLast: boolean
}

function readPositions({
  bytes,
  config,
  isLast,
  ...options
}: PlacedFile): (ids: readonly string[]) => TextPositions {
  const format = formatOf(config)
  const offsets = new Map<string, number>()
  const texts = new Map<string, string>()
  for (const entry of format.parse(bytes, {
    ...options,
    sourceLanguage: config.sourceLanguage,
    onFault: ignoreFault,
  }).entries) {
    const id = nameOfUnit(entry)
    // An i18next plural may be several entries, all with its texts.
    const counts = isLast ? texts.get(id) !== entry.target : !offsets.has(id)
    if (counts) offsets.set(id, entry.offset)
    texts.set(id, entry.target)
  }
  const placeAt = createPlaceFinder(format.decode(bytes))
  return (ids) =>
    ids.map((id) => {
      const offset = offsets.get(id)
      return offset === undefined ? undefined : placeAt(offset)
    })
}
