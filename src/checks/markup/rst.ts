import type { Check } from '../check.ts'
import { explainFault, formCheck } from '../form-check.ts'
import { type Named, namesCheck } from './compare.ts'
import { findRstFault } from './rst-syntax.ts'

const ENABLED_BY = ['rst-text']

/** The checks of reStructuredText. */
export const rstChecks: readonly Check[] = [
  namesCheck({
    id: 'rst-references',
    name: 'Inconsistent reStructuredText',
    description: 'Inconsistent reStructuredText references in the translated message',
    enabledBy: ENABLED_BY,
    find: findReferences,
  }),
  formCheck({
    id: 'rst-syntax',
    name: 'reStructuredText syntax error',
    description: 'reStructuredText syntax error in the translation',
    severity: 'error',
    enabledBy: ENABLED_BY,
    fails: findRstFault,
    explain: explainFault,
  }),
]

/** Escapes first, since they are literal; then everything that refers to something or has a style. */
const MARKUP =
  /\\[\s\S]|(?<literal>``(?:[^`]|`(?!`)){1,1000}``)|(?<![\w:]):(?<role>[a-zA-Z][\w+.:-]{0,60}):`(?<text>[^`]{1,1000})`|(?<link>`[^`]{1,1000}`__?)|`[^`]{1,1000}`|\[(?<footnote>[^\]\s]{1,100})\]_(?!\w)|(?<![\w|])\|(?<substitution>[^|\s](?:[^|\n]{0,200}[^|\s])?)\|(?![\w|])|(?<![\w*])(?<strong>\*\*[^*\s](?:[^*]{0,1000}[^*\s])?\*\*)(?![\w*])|(?<![\w*])(?<emphasis>\*[^*\s](?:[^*]{0,1000}[^*\s])?\*)(?![\w*])|(?<![\w_.-])(?<word>[\p{L}\p{N}](?:[\w.-]{0,60}[\p{L}\p{N}])?__?)(?![\w])/gu

const TRANSLATED = new Set(['guilabel', 'kbd', 'index'])

function findReferences(text: string): readonly Named[] {
  if (!/[`*|_]/.test(text)) return []
  return Array.from(text.matchAll(MARKUP)).flatMap(({ index: start, 0: whole, groups = {} }) => {
    const name = nameOf(groups)
    return name === undefined ? [] : [{ name, start, end: start + whole.length }]
  })
}

function nameOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { literal, role, text = '', link, word, footnote, substitution, strong, emphasis } = groups
  if (literal !== undefined) return '``…``'
  if (role !== undefined) {
    const target = TRANSLATED.has(role) ? '…' : (/<([^<>]+)>$/.exec(text)?.[1] ?? text)
    return `:${role}:${target}`
  }
  if (link !== undefined || word !== undefined) return '`…`_'
  if (footnote !== undefined) return `[${footnote}]_`
  if (substitution !== undefined) return `|${substitution}|`
  if (strong !== undefined) return '**…**'
  return emphasis === undefined ? undefined : '*…*'
}
