import type { ComponentDifference, LanguageDifference } from '../catalog/compare.ts'
import { subtract } from '../checks/subtract.ts'
import { beginningOf } from '../errors.ts'
import { counted, formatPercent } from '../facts/format-numbers.ts'
import { createTranslationTest } from '../facts/selection.ts'
import { groupBy } from '../group-by.ts'
import { isSameRule } from '../languages/plural-formula.ts'
import type { FoundFault } from '../model/file-summary.ts'
import type { Alert, Component, Translation } from '../model/model.ts'
import { isBroken } from '../model/readiness.ts'
import { countsForPeople, percent } from '../model/statistics.ts'
import { keyOrSource } from '../model/unit.ts'
import type { FileProblem } from './collect.ts'
import type { GateOptions } from './options.ts'

/** Returns the problem of an unreadable file, at the position in its alert. */
export function alertProblem(component: Component, alert: Alert): FileProblem {
  const { filename, at } = alert
  const broken = component.translations.find(
    (translation) => translation.filename === filename && filename !== '',
  )
  return {
    ...wholeFile('parse-error', reasonOfAlert(alert), filename, broken?.language.code),
    ...at,
  }
}

/** Returns the faults of a file; with a base, only new ones. */
export function refusedTexts(
  before: Translation | undefined,
  { summary: { faults }, filename, language }: Translation,
): FileProblem[] {
  const keyOf = ({ name, message }: FoundFault) => `${name}\n${message}`
  const newFaults = subtract(faults, before?.summary.faults ?? [], keyOf)
  return newFaults.map(({ line, column, path, name, kind, message }) => {
    const rule = kind === 'repeated' ? 'duplicate-keys' : 'refused-text'
    const file = path === undefined ? filename : `${filename}/${path}`
    const place = { language: language.code, filename: file, line, column }
    return { rule, ...place, context: name || undefined, message: `${message}.` }
  })
}

/** Returns what an alert says besides its location. */
function reasonOfAlert({ filename, at, message }: Alert): string {
  const place = at === undefined ? filename : `${filename}:${at.line}:${at.column}`
  return message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message
}

/** Returns the languages that a component lost. */
export function removedLanguages(
  component: Component,
  languages: readonly LanguageDifference[],
): FileProblem[] {
  // Without a language, the file of all languages is broken.
  if (component.translations.length === 0) return []
  return languages
    .filter(({ after }) => after === undefined)
    .map(({ language: { code, name } }) => {
      const message = `The translation into ${name} was removed.`
      return wholeFile('untranslated', message, component.config.template, code)
    })
}

/** Returns a problem for each file that lost translated strings whose sources are still there. */
export function lostEntries({ before, after, units }: LanguageDifference): FileProblem[] {
  if (before === undefined || after === undefined) return []
  const names = units.flatMap(({ kinds, before: row, after: newRow }) =>
    row !== undefined && newRow === undefined && kinds.includes('untranslated')
      ? [beginningOf(keyOrSource(before.units(), row), MAX_SHOWN)]
      : [],
  )
  if (names.length === 0) return []
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  const listed = `${names.slice(0, MAX_NAMES).join(', ')}${more}`
  const what = `${counted(names.length, 'translated string')} ${names.length === 1 ? 'is' : 'are'}`
  const message = `${what} no longer in the file: ${listed}.`
  return [wholeFile('untranslated', message, after.filename, after.language.code)]
}

/** How many strings a message names. */
const MAX_NAMES = 10
/** How much of a name it quotes. */
const MAX_SHOWN = 60

/** Returns the required languages that a component lacks. */
export function missingLanguages(
  component: Component,
  { requiredLanguages }: GateOptions,
): FileProblem[] {
  return requiredLanguages
    .filter((code) => !component.translations.some(createTranslationTest(code)))
    .map((code) => {
      const message = `There is no translation into ${code}.`
      return wholeFile('require-languages', message, component.config.template, code)
    })
}

/** Returns a problem that concerns no unit, of a file or, if that is `''`, of a component. */
export function wholeFile(
  rule: string,
  message: string,
  filename: string,
  language?: string,
): FileProblem {
  return { filename: filename || undefined, line: 1, column: 1, language, rule, message }
}

/** Returns the problem of a translation below the threshold, if it is. */
export function belowThreshold(
  translation: Translation,
  { failUnder, requiredLanguages }: GateOptions,
): FileProblem[] {
  const { language, isSource, filename } = translation
  const value = percentOf(translation)
  const isMeant =
    requiredLanguages.length === 0 ||
    requiredLanguages.some((code) => createTranslationTest(code)(translation))
  if (failUnder === undefined || isSource || !isMeant) return []
  if (value !== undefined && value >= failUnder) return []
  const share =
    value === undefined ? 'It cannot be read' : `Only ${formatPercent(value)}% is translated`
  const message = `${share}; at least ${failUnder}% is required.`
  return [wholeFile('fail-under', message, filename, language.code)]
}

/** Returns the percentage of translated units; undefined if these cannot be read. */
export function percentOf(translation: Translation): number | undefined {
  const { alert, component } = translation
  // Sources may be in other files alone.
  if (alert !== undefined || component.state === 'unreadable') return undefined
  const { translated, total } = countsForPeople(translation)
  return percent(translated.units, total.units, 100)
}

/**
 * Returns files that are readable now but not at the base, each once with the number of strings that become visible. An
 * unreadable template counts once for all languages.
 */
export function unreadableBases({ before: base, languages }: ComponentDifference): FileProblem[] {
  // A broken file of all languages tells none.
  const ofAll = base?.translations.length === 0 ? base.alerts.find(({ at }) => at) : undefined
  const translations = languages.flatMap(({ before, after }) => {
    const alert = before?.alert ?? ofAll
    if (base === undefined || alert === undefined || !isBroken(alert)) return []
    if (after === undefined || after.alert !== undefined) return []
    const isOwn = alert.filename === before?.filename
    const filename = isOwn ? after.filename : after.component.config.template || alert.filename
    const { translated, fuzzy } = after.statistics
    return {
      filename,
      language: isOwn ? after.language.code : undefined,
      fault: alertProblem(base, alert),
      strings: translated.units + fuzzy.units,
    }
  })
  const files = groupBy(translations, ({ filename }) => filename)
  return [...files.values()].map((ofFile) => {
    const [{ filename, language, fault }] = ofFile
    const strings = ofFile.reduce((sum, translation) => sum + translation.strings, 0)
    const why = `The base of this file cannot be read (${fault.line}:${fault.column}: ${fault.message})`
    const verbs = strings === 1 ? 'is not compared and counts' : 'are not compared and count'
    const message = `${why}, so its ${counted(strings, 'string')} ${verbs} as new.`
    return wholeFile('base-unreadable', message, filename, language)
  })
}

/** Returns the problem of a file with fewer plural forms than at the base, and other ones than its language has. */
export function lostPlurals(before: Translation | undefined, after: Translation): FileProblem[] {
  const { plurals, filePlural, name, code } = after.language
  const former = before?.alert === undefined ? before?.language.filePlural : undefined
  if (former === undefined || former.number <= filePlural.number) return []
  if (plurals.some((plural) => isSameRule(plural, filePlural))) return []
  const message = `The file declares ${counted(filePlural.number, 'plural form')} for ${name}; the base has ${former.number}.`
  return [wholeFile('plural-forms', message, after.filename, code)]
}
