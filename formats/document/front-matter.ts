import { ParseError, unless } from '../../src/errors.ts'
import type { JsonValue } from '../json/value.ts'
import { readToml } from '../toml/document.ts'
import { readDocument } from '../yaml/document.ts'
import type { YamlNode } from '../yaml/node.ts'

/** What the front matter of a translated document says about its source. */
export interface FrontMatter {
  /** Id of the commit whose source was translated, possibly abbreviated; undefined if not given. */
  readonly sourceCommit: string | undefined
  readonly isOutdated: boolean
}

const NOTHING: FrontMatter = { sourceCommit: undefined, isOutdated: false }
/**
 * Between lines of `---`, or of `+++` for TOML, at the start. The limit of 20,000 characters is beyond any real one.
 */
const BLOCK = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n([\s\S]{0,20000}?\n)\1[ \t]*(?:\r?\n|$)/
const COMMITS = ['l10n.sourceCommit', 'translation.sourceCommit', 'translation.source_commit']

/** Parses the YAML or TOML at the start of a document; anything else counts as empty. */
export function readFrontMatter(text: string): FrontMatter {
  const [, mark, block] = BLOCK.exec(text) ?? []
  // A quick test, since most documents need no parser.
  if (block === undefined || !/^\[?['"]?(?:l10n|translation)\b/m.test(block)) return NOTHING
  const root = rootOf(block, mark === '+++')
  const commit = COMMITS.map((path) => scalarAt(root, path)).find((text) =>
    /^[0-9a-f]{7,40}$/i.test(text),
  )
  return {
    sourceCommit: commit?.toLowerCase(),
    isOutdated: /^(?:true|yes|on)$/i.test(scalarAt(root, 'translation.outdated')),
  }
}

type Node = YamlNode | JsonValue | undefined

function rootOf(block: string, isToml: boolean): Node {
  const read = () =>
    isToml ? readToml(Buffer.from(block), undefined).value : readDocument(block, () => {})
  return unless(read, ParseError)
}

/** Returns the text at a path of keys, or at one key with dots; `''` if there is none. */
function scalarAt(root: Node, path: string): string {
  const whole = memberOf(root, path)
  const node = whole ?? path.split('.').reduce(memberOf, root)
  if (typeof node !== 'object') return String(node ?? '')
  return node?.kind === 'scalar' ? node.text : ''
}

function memberOf(node: Node, key: string): Node {
  if (typeof node !== 'object' || node === null) return undefined
  if (node.kind === 'object') return node.values[node.keys.indexOf(key)]
  const map = node.kind === 'alias' ? node.target : node
  if (map?.kind !== 'mapping') return undefined
  return map.values[map.keys.findIndex(({ text }) => text === key)]
}
