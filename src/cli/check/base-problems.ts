import type { LanguageDifference } from '../../catalog/compare.ts'
import type { Translation } from '../../catalog/model.ts'
import { isBroken } from '../../catalog/readiness.ts'
import { isSameRule } from '../../languages/plural-rule.ts'
import { counted } from '../output/counted.ts'
import type { FileProblem } from './collect.ts'
import { alertProblem, wholeFile } from './file-problems.ts'

/**
 * Files that cannot be read at the base and can now: each once, with how many strings are new to readers. A template that
 * cannot be read stands for all languages.
 */
export function unreadableBases(languages: readonly LanguageDifference[]): FileProblem[] {
  const files = new Map<string, { readonly problem: FileProblem; strings: number }>()
  for (const { before, after } of languages) {
    if (before?.alert === undefined || !isBroken(before.alert)) continue
    if (after === undefined || after.alert !== undefined) continue
    const { line, column, message } = alertProblem(before.component, before.alert)
    const isOwn = before.alert.filename === before.filename
    const filename = isOwn ? after.filename : after.component.config.template || before.filename
    const why = `The base of this file cannot be read (${line}:${column}: ${message})`
    const file = files.get(filename) ?? {
      problem: {
        ...wholeFile(filename),
        rule: 'base-unreadable',
        language: isOwn ? after.language.code : undefined,
        message: why,
      },
      strings: 0,
    }
    const { translated, fuzzy } = after.statistics
    file.strings += translated.units + fuzzy.units
    files.set(filename, file)
  }
  return [...files.values()].map(({ problem, strings }) => ({
    ...problem,
    message: `${problem.message}, so its ${counted(strings, 'string')} ${strings === 1 ? 'is not compared and counts' : 'are not compared and count'} as new.`,
  }))
}

/** A file that declares fewer plural forms than at the base, and other ones than are known of its language. */
export function lostPlurals(before: Translation | undefined, after: Translation): FileProblem[] {
  const { plurals, filePlural, name, code } = after.language
  const former = before?.alert === undefined ? before?.language.filePlural : undefined
  if (former === undefined || former.number <= filePlural.number) return []
  if (plurals.some((plural) => isSameRule(plural, filePlural))) return []
  return [
    {
      ...wholeFile(after.filename),
      rule: 'plural-forms',
      language: code,
      message: `The file declares ${counted(filePlural.number, 'plural form')} for ${name}; the base has ${former.number}.`,
    },
  ]
}
