import { isMapping, isText, type JsonDialect } from './dialect.ts'
import { formatjs } from './formatjs.ts'
import { goI18n, goI18nV2 } from './go-i18n.ts'
import { gotext } from './gotext.ts'
import { i18next, i18nextv4 } from './i18next.ts'
import { mediawikiJson } from './mediawiki-json.ts'
import { nextcloudJson } from './nextcloud-json.ts'
import { resjson } from './resjson.ts'
import { vscodeL10n } from './vscode-l10n.ts'
import { webextension } from './webextension.ts'

/** The most distinctive form first. */
const DIALECTS: readonly JsonDialect[] = [
  ...[goI18n, mediawikiJson, gotext, nextcloudJson, resjson, vscodeL10n, goI18nV2],
  ...[webextension, formatjs, i18nextv4, i18next],
]

/** What a JSON file looks like, as far as the choice of a format depends on it. */
export interface JsonShape {
  /** Whether the top-level value is an object of texts only. */
  readonly isFlat: boolean
  /** Numbers of texts and of all scalars; null counts for neither. */
  readonly texts: number
  readonly scalars: number
  /** Whether most top-level keys are sentences: source texts of a bilingual file. */
  readonly hasSentenceKeys: boolean
  /** The format of one program that reads the file, if any. */
  readonly dialect: JsonDialect | undefined
  /** Top-level keys whose values are not texts of a program. */
  readonly foreignKeys: readonly string[]
  /** Whether most texts are in lists of named objects, so that an index identifies nothing. */
  readonly hasNamedItems: boolean
}

/** Returns the shape of a parsed file; undefined for undefined. */
export function shapeOf(value: unknown): JsonShape | undefined {
  if (value === undefined) return undefined
  const top = isMapping(value) ? value : {}
  const items = Array.isArray(value) ? value : []
  const nodes = nodesOf(value)
  const texts = nodes.filter(isText).length
  const named = nodes.reduce<number>((sum, node) => sum + countNamed(node), 0)
  const keys = Object.keys(top)
  const sentences = keys.filter((key) => /\S\s+\S/.test(key)).length
  return {
    isFlat: isMapping(value) && Object.values(top).every(isText),
    texts,
    scalars: nodes.filter((node) => typeof node !== 'object').length,
    hasSentenceKeys: keys.length > 0 && sentences * 2 >= keys.length,
    dialect: DIALECTS.find((dialect) => dialect.hasForm({ top, items, nodes })),
    foreignKeys: FOREIGN_KEYS.filter((key) => key in top),
    hasNamedItems: named * 2 > texts,
  }
}

/** Members for authors by translatewiki.net, and for the form of a file by editors. */
const FOREIGN_KEYS = ['@metadata', '$schema']

/** Returns all values without recursion, since files may be deeply nested. */
function nodesOf(value: unknown): unknown[] {
  const nodes = [value]
  for (const node of nodes) {
    if (typeof node === 'object' && node !== null) {
      for (const inner of Object.values(node)) nodes.push(inner)
    }
  }
  return nodes
}

/** Counts the texts of a list whose items all have a name. */
function countNamed(node: unknown): number {
  const isNamed = (item: unknown) => isMapping(item) && ITEM_NAMES.some((key) => isText(item[key]))
  if (!Array.isArray(node) || !node.every(isNamed)) return 0
  return node.flatMap(Object.values).filter(isText).length
}

const ITEM_NAMES = ['name', 'key', 'id']
