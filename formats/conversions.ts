import { xlsx } from './csv/xlsx.ts'
import type { Conversion } from './format.ts'
import { mo } from './gettext/mo-write.ts'
import { formats } from './index.ts'
import { poXliff, xliff11 } from './xliff/xliff-write.ts'
import { tmx } from './xml/tmx.ts'

const ofFormats = [...formats.values()].flatMap(
  ({ id, extension, mediaType, writer, as2026 }): Conversion[] =>
    writer === undefined
      ? []
      : [{ id, extension, mediaType, ...writer, as2026: as2026?.writer ?? {} }],
)

/**
 * All download formats by the name that `format=` takes, which is Weblate's. Separate from `formats`, so that commands
 * that convert nothing do not load them.
 */
export const conversions: ReadonlyMap<string, Conversion> = new Map(
  [...ofFormats, mo, poXliff, tmx, xliff11, xlsx].map((conversion) => [conversion.id, conversion]),
)

/** The formats that most programs read, offered to people. */
export const offeredConversions: readonly Conversion[] = [
  'csv',
  'json',
  'po',
  'xliff',
  'tmx',
  'xlsx',
].flatMap((id) => conversions.get(id) ?? [])

/** Weblate's conversions that gitglot does not write, with their extensions. */
export const incompatibleConversions: ReadonlyMap<string, string> = new Map([['csv-multi', 'csv']])
