import type { Findings, Proposal } from '../../formats/discovery.ts'
import type { DiscoverConfig } from '../config/config.ts'

/** A layout that components share. */
export interface Pattern {
  /** Returns the text of `<component>` in a path or in a filemask of the pattern; undefined if there is no match. */
  componentIn(path: string): string | undefined
  /** Returns a proposal for each component that has a template. */
  find(paths: readonly string[], options: PatternOptions): Findings
}

interface PatternOptions {
  readonly sourceLanguage: string
  readonly isFile: (path: string) => boolean
}

/** Returns the pattern of a configuration; undefined if it has none. */
export function createPattern(discover: PatternConfig | undefined): Pattern | undefined {
  if (!discover?.pattern) return undefined
  const expression = expressionOf(discover.pattern)
  return {
    componentIn: (path) => expression.exec(path)?.groups?.['component'],
    find: (paths, options) => findByPattern({ ...discover, expression, paths, ...options }),
  }
}

type PatternConfig = Pick<DiscoverConfig, 'pattern' | 'fields'>

function findByPattern({
  pattern,
  fields,
  expression,
  paths,
  sourceLanguage,
  isFile,
}: PatternConfig &
  PatternOptions & {
    readonly expression: RegExp
    readonly paths: readonly string[]
  }): Findings {
  const languages = new Map<string, string[]>()
  for (const path of paths) {
    const { component, language } = expression.exec(path)?.groups ?? {}
    if (component === undefined || language === undefined || language === '*') continue
    const codes = languages.get(component)
    if (codes) codes.push(language)
    else languages.set(component, [language])
  }
  const proposals: Proposal[] = []
  const nearMisses: Findings['nearMisses'][number][] = []
  for (const [component, codes] of languages) {
    const filled = (text = ''): string => text.replaceAll('<component>', () => component)
    const filemask = filled(pattern).replace('<language>', '*')
    const template = filled(fields.template)
    if (template !== '' && !isFile(template)) {
      nearMisses.push({ filemask, explanation: `There is no template ${template}.` })
      continue
    }
    proposals.push({
      fileFormat: fields.fileFormat ?? '',
      filemask,
      template,
      intermediate: filled(fields.intermediate),
      newBase: filled(fields.newBase),
      sourceLanguage,
      languageRegex: '',
      isGlossary: false,
      languages: codes.filter((code) => filemask.replace('*', () => code) !== template),
      notes: ['fits the pattern'],
    })
  }
  return { proposals, nearMisses }
}

/** A name contains neither slashes nor wildcards. A code also has no dot; in a filemask it is `*`. */
function expressionOf(pattern: string): RegExp {
  const names = { component: '[^/*?[\\]]+', language: '(?:[^/*?[\\].]+|\\*)' }
  const seen = new Set<string>()
  const source = pattern
    .split(/<(component|language)>/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      if (seen.has(part)) return `\\k<${part}>`
      seen.add(part)
      return `(?<${part}>${names[part as keyof typeof names]})`
    })
    .join('')
  return new RegExp(`^${source}$`, 'u')
}
