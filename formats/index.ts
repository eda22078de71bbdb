import { strings } from './apple/strings.ts'
import { csv } from './csv/csv.ts'
import { xlsx } from './csv/xlsx.ts'
import type { Conversion, Format } from './format.ts'
import { po } from './gettext/po.ts'
import { arb } from './json/arb.ts'
import { json } from './json/json.ts'
import { jsonNested } from './json/json-nested.ts'
import { poXliff, xliff11 } from './xliff/xliff.ts'
import { aresource } from './xml/aresource.ts'
import { tbx } from './xml/tbx.ts'
import { tmx } from './xml/tmx.ts'

/** All formats that components have, by their id. */
export const formats: ReadonlyMap<string, Format> = byId(arb, json, jsonNested, aresource, tbx)

/** The format of components without a repository, which are glossaries. */
export const localFormat: Format = tbx

/** All formats that translations can be downloaded in, by the name that `format=` takes, which is Weblate's. */
export const conversions: ReadonlyMap<string, Conversion> = byId(
  ...[...formats.values()].flatMap(({ id, extension, mediaType, writer }) =>
    writer === undefined ? [] : [{ id, extension, mediaType, ...writer }],
  ),
  ...[csv, po, poXliff, strings, tmx, xliff11, xlsx],
)

/** Weblate's conversions that none of the formats here can take part in, with their extensions. */
export const incompatibleConversions: ReadonlyMap<string, string> = new Map([
  ['mo', 'mo'],
  ['csv-multi', 'csv'],
])

function byId<T extends { readonly id: string }>(...all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((one) => [one.id, one]))
}
