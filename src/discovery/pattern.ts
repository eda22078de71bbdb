import type { Findings, NearMiss, Proposal } from '../../formats/discovery.ts'
import type { DiscoverRules } from '../config/config.ts'
import { escapeRegExp } from '../regexp/pattern.ts'

/** Returns the layout that the components of a configuration share; undefined if it names none. */
export function createPattern(rules: DiscoverRules | undefined) {
  if (!rules?.pattern) return undefined
  const { pattern, fields } = rules
  const expression = expressionOf(pattern)
  return {
    /** Returns the text of `<component>` in a path or in a filemask of the pattern; undefined if there is no match. */
    componentIn: (path: string) => expression.exec(path)?.groups?.['component'],
    /** Returns a proposal for each component that has a template. */
    find(
      paths: readonly string[],
      sourceLanguage: string,
      isFile: (path: string) => boolean,
    ): Findings {
      const languages = new Map<string, string[]>()
      for (const path of paths) {
        const { component, language } = expression.exec(path)?.groups ?? {}
        if (component === undefined || language === undefined || language === '*') continue
        languages.set(component, [...(languages.get(component) ?? []), language])
      }
      const proposals: Proposal[] = []
      const nearMisses: NearMiss[] = []
      for (const [component, codes] of languages) {
        const filled = (text = ''): string => text.replaceAll('<component>', () => component)
        const filemask = filled(pattern).replace('<language>', '*')
        const template = filled(fields.template)
        if (template !== '' && !isFile(template)) {
          nearMisses.push({ filemask, explanation: `There is no template ${template}.` })
          continue
        }
        proposals.push({
          ...{ fileFormat: fields.fileFormat ?? '', filemask, template, sourceLanguage },
          intermediate: filled(fields.intermediate),
          newBase: filled(fields.newBase),
          languages: codes.filter((code) => filemask.replace('*', () => code) !== template),
          notes: ['fits the pattern'],
        })
      }
      return { proposals, nearMisses }
    },
  }
}

/** A name contains neither slashes nor wildcards. A code also has no dot; in a filemask it is `*`. */
function expressionOf(pattern: string): RegExp {
  const names = { component: '[^/*?[\\]]+', language: '(?:[^/*?[\\].]+|\\*)' }
  const seen = new Set<string>()
  const source = pattern
    .split(/<(component|language)>/)
    .map((part, index) => {
      if (index % 2 === 0) return escapeRegExp(part)
      if (seen.has(part)) return `\\k<${part}>`
      seen.add(part)
      return `(?<${part}>${names[part as keyof typeof names]})`
    })
    .join('')
  return new RegExp(`^${source}$`, 'u')
}
