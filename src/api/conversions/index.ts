import { writeAndroid } from './aresource.ts'
import { writeCsv } from './csv.ts'
import type { TranslationDocument } from './document.ts'
import { writeJson, writeNestedJson } from './json.ts'
import { writePo } from './po.ts'
import { writeStrings } from './strings.ts'
import { writeTbx } from './tbx.ts'
import { writeTmx } from './tmx.ts'
import { writePoXliff, writeXliff } from './xliff.ts'
import { writeXlsx } from './xlsx.ts'

/** A format that a translation's units can be downloaded in. */
export interface Conversion {
  readonly mediaType: string
  /** File extension without a dot. */
  readonly extension: string
  /** Whether only components with a template have it: the others' units have no keys. */
  readonly needsTemplate: boolean
  /** The file: its bytes, or its text, to be encoded as UTF-8. */
  readonly convert: (document: TranslationDocument) => string | Uint8Array
}

const XLIFF = {
  mediaType: 'application/x-xliff+xml',
  extension: 'xlf',
  needsTemplate: false,
} as const
const JSON_FILE = { mediaType: 'application/json', extension: 'json', needsTemplate: true } as const

/** By the name that `format=` takes, which is Weblate's. */
export const CONVERSIONS: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  [
    'xlsx',
    {
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      extension: 'xlsx',
      needsTemplate: false,
      convert: writeXlsx,
    },
  ],
  ['csv', { mediaType: 'text/csv', extension: 'csv', needsTemplate: false, convert: writeCsv }],
  ['json', { ...JSON_FILE, convert: writeJson }],
  ['json-nested', { ...JSON_FILE, convert: writeNestedJson }],
  ['po', { mediaType: 'text/x-po', extension: 'po', needsTemplate: false, convert: writePo }],
  ['xliff', { ...XLIFF, convert: writePoXliff }],
  ['xliff11', { ...XLIFF, convert: writeXliff }],
  [
    'tbx',
    { mediaType: 'application/x-tbx', extension: 'tbx', needsTemplate: false, convert: writeTbx },
  ],
  [
    'tmx',
    { mediaType: 'application/x-tmx', extension: 'tmx', needsTemplate: false, convert: writeTmx },
  ],
  [
    'aresource',
    {
      mediaType: 'application/xml',
      extension: 'xml',
      needsTemplate: true,
      convert: writeAndroid,
    },
  ],
  [
    'strings',
    { mediaType: 'text/plain', extension: 'strings', needsTemplate: true, convert: writeStrings },
  ],
])

/** Weblate's conversions that none of the formats here can take part in, with their extensions. */
export const INCOMPATIBLE: ReadonlyMap<string, string> = new Map([
  ['mo', 'mo'],
  ['csv-multi', 'csv'],
])
