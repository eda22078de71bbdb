import type { DiscoveryRule, DiscoveryTree, NearMiss } from '../discovery.ts'
import { isOfMessages } from '../json/go-i18n.ts'
import type { JsonValue } from '../json/value.ts'
import { templateRule } from '../template-discovery.ts'
import { readDocument } from './document.ts'
import { jsonOfNode } from './json-of-node.ts'

/** Matches a key of the top-level mapping. */
const TOP_KEY = /^["']?([\w-]+)["']?[ \t]*:/

type Kind = 'yaml' | 'ruby-yaml' | 'go-i18n-yaml'

/** Discovers files of any name with a language, of one kind. */
export function yamlRule(kind: Kind): DiscoveryRule {
  return templateRule({
    files: /\.ya?ml$/i,
    dataMasks: /\*/,
    isOwn: (text, [template = '']) => kindOf(text, template) === kind,
  })
}

const plainRule = yamlRule('yaml')

/** Discovers YAML of texts. */
export const yamlDiscovery: DiscoveryRule = {
  ...plainRule,
  find(tree, format) {
    const { proposals, nearMisses } = plainRule.find(tree, format)
    const ofRust = tree.paths.flatMap((path) => explainRust(path, tree))
    return { proposals, nearMisses: [...nearMisses, ...ofRust] }
  },
}

/** The reason against a file of all languages: https://github.com/longbridge/rust-i18n#locale-file */
function explainRust(path: string, { contents, ...tree }: DiscoveryTree): NearMiss[] {
  const isRust =
    tree.isInTranslationDirectory(path) && /^_version:\s*2\b/m.test(contents.text(path) ?? '')
  const explanation =
    'It holds all languages below each key, as rust-i18n does with _version: 2; a component needs a file for each.'
  return isRust ? [{ filemask: path, explanation }] : []
}

function kindOf(text: string, template: string): Kind {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(?:#.*)?$/.test(line))
  if (isRuby(template, lines)) return 'ruby-yaml'
  return isOfGo(text, lines) ? 'go-i18n-yaml' : 'yaml'
}

/** Returns whether the template has everything below one key, which is the language in its name. */
function isRuby(template: string, lines: readonly string[]): boolean {
  const top = lines.filter((line) => /^[^\s%]/.test(line) && !line.startsWith('---'))
  const key = top.length === 1 ? TOP_KEY.exec(top[0] ?? '')?.[1] : undefined
  return key !== undefined && template.split(/[/._]/).includes(key)
}

const ITEM = /^- *id[ \t]*:/
const TRANSLATION = /^ +translation[ \t]*:/
const FORM = /\bother["']?[ \t]*:/

/** Returns whether messages have the form of go-i18n 1, a list, or of 2, with plural names below keys. */
function isOfGo(text: string, lines: readonly string[]): boolean {
  if (lines.some((line) => ITEM.test(line))) return lines.some((line) => TRANSLATION.test(line))
  return FORM.test(text) && isOfMessages(() => treeOf(text))
}

function treeOf(text: string): JsonValue {
  const root = readDocument(text, undefined)
  return root === undefined ? null : jsonOfNode(root, text)
}
