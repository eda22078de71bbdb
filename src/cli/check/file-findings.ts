import type { LanguageDifference } from '../../catalog/compare.ts'
import type { Alert, Component, Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { percent } from '../../catalog/statistics.ts'
import { codeKey } from '../selection.ts'
import type { Finding } from './finding.ts'

/** What must be translated at least. */
export interface Thresholds {
  /** Least percent of translated strings; undefined: any. Of the required languages, or of all where none are. */
  readonly failUnder: number | undefined
  /** Codes of languages that every component must have. */
  readonly requiredLanguages: readonly string[]
}

/** Whether an alert is about a file or repository that cannot be read. */
export function isBroken({ name }: Alert): boolean {
  return name !== 'DuplicateLanguage' && name !== 'IgnoredFile'
}

/** A file that cannot be read, at the place that its alert names. */
export function alertFinding(component: Component, { message, filename }: Alert): Finding {
  const rest = message.startsWith(`${filename}:`) ? message.slice(filename.length + 1) : message
  const [, line = '1', column = '1', text = rest.trim()] = /^(\d+):(\d+): (.*)$/s.exec(rest) ?? []
  const broken = component.translations.find((one) => one.filename === filename && filename !== '')
  return {
    ...wholeFile(component, filename),
    rule: 'parse-error',
    language: broken?.language.code,
    line: Number(line),
    column: Number(column),
    message: text,
  }
}

/** Languages of a component that were there and are not. */
export function removedLanguages(
  component: Component,
  languages: readonly LanguageDifference[],
): Finding[] {
  return languages
    .filter(({ after }) => after === undefined)
    .map(({ language }) => ({
      ...wholeFile(component, component.config.template),
      rule: 'untranslated',
      language: language.code,
      message: `The translation into ${language.name} was removed.`,
    }))
}

/** Required languages that a component does not have. */
export function missingLanguages(
  component: Component,
  { requiredLanguages }: Thresholds,
): Finding[] {
  const codes = new Set(component.translations.map(({ language }) => codeKey(language.code)))
  return requiredLanguages
    .filter((code) => !codes.has(codeKey(code)))
    .map((code) => ({
      ...wholeFile(component, component.config.template),
      rule: 'require-languages',
      language: code,
      message: `There is no translation into ${code}.`,
    }))
}

/** What findings have in common that are about no unit. */
function wholeFile(
  component: Component,
  filename: string,
): Omit<Finding, 'rule' | 'language' | 'message'> {
  return {
    component: placeOf(component),
    filename: filename || undefined,
    line: 1,
    column: 1,
    checksum: undefined,
    context: undefined,
  }
}

/** A translation of which too little is translated. */
export function belowThreshold(
  translation: Translation,
  { failUnder, requiredLanguages }: Thresholds,
): Finding[] {
  const { component, language, isSource, filename, alert } = translation
  const value = percentOf(translation)
  const codes = requiredLanguages.map(codeKey)
  const isMeant = codes.length === 0 || codes.includes(codeKey(language.code))
  if (failUnder === undefined || isSource || alert || !isMeant || value >= failUnder) return []
  return [
    {
      ...wholeFile(component, filename),
      rule: 'fail-under',
      language: language.code,
      message: `${value.toFixed(1)}% is translated, expected at least ${failUnder}%.`,
    },
  ]
}

/** Percent of translated strings; 0 of a file that cannot be read. */
export function percentOf({ statistics, alert }: Translation): number {
  const { translated, total } = statistics
  return percent(translated.units, total.units, alert === undefined ? 100 : 0)
}
