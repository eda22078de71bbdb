import { createFindAccepted, type FindAccepted, textsOfString } from '../checking/accepted.ts'
import { SEVERITIES, type Severity } from '../checks/check.ts'
import { descriptionsById } from '../checks/registry.ts'
import type { IgnoreConfig } from '../config/check.ts'
import type { Finding, FindingLocation, LanguageResult, RuleCount } from '../facts/records.ts'
import { groupBy } from '../group-by.ts'
import type { Component, Translation } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { checksumText, findRow } from '../model/unit.ts'
import { unitName } from '../model/unit-name.ts'
import type { FindUnitLocation } from '../reading/unit-places.ts'
import { sourceOf } from '../view/view.ts'
import type { GateOptions } from './options.ts'
import { isFailing, ruleSeverity } from './rule.ts'

/** A problem of a file or of a whole component. */
export interface FileProblem extends FindingLocation, Pick<Finding, 'rule'> {
  /** The key or source of the affected text, if any. */
  readonly context?: string | undefined
}

/** A problem of a unit. */
export interface UnitProblem {
  readonly rule: string
  readonly row: number
  /** Returns one sentence. Not called for problems that are not listed. */
  readonly message: () => string
}

/** A finding that is still collecting languages. */
interface Draft extends Finding {
  readonly languages: string[]
  readonly places: [FindingLocation, ...FindingLocation[]]
}

/** The check on sources that repeats what fails in their translations. */
const REPEATING = 'multiple_failures'

/** Collects the problems of a component. */
export class Collector {
  readonly options: GateOptions
  /** Keys of the problems that the configuration accepts, of any severity, and the entries that do so. */
  readonly accepted: Set<string> = new Set()
  readonly used: Set<IgnoreConfig> = new Set()
  readonly languages: Omit<LanguageResult, 'found'>[] = []
  readonly #component: Component
  readonly #findPlace: FindUnitLocation
  readonly #findAccepted: FindAccepted | undefined
  readonly #findings = new Map<string, Draft>()
  readonly #unlisted = new Map<string, Set<string>>()
  /** Checksums of strings with a problem of their own. */
  readonly #strings = new Set<string>()

  constructor(component: Component, options: GateOptions, findPlace: FindUnitLocation) {
    this.options = options
    this.#component = component
    this.#findPlace = findPlace
    this.#findAccepted = createFindAccepted(component.project.config, component.config)
  }

  addFiles(problems: readonly FileProblem[]): void {
    for (const problem of problems) {
      const { rule, context, ...place } = problem
      const key = JSON.stringify([rule, place])
      const language = this.#languageOf(place.language)
      const texts = context === undefined ? undefined : () => [context]
      if (!this.#counts(key, { rule, language, texts })) continue
      const about = { component: placeOf(this.#component), severity: this.#severityOf(rule) }
      this.#findings.set(key, fileFinding(problem, about, this.options))
    }
  }

  /** Returns whether an entry for keys accepts a problem of one of a file's keys. */
  acceptsKey(rule: string, languageCode: string, key: string): boolean {
    const language = this.#languageOf(languageCode)
    const entry = this.#findAccepted?.({ rule, language, texts: () => [key] })
    if (!entry?.key) return false
    this.accepted.add(JSON.stringify([rule, languageCode, key]))
    this.used.add(entry)
    return true
  }

  async addUnits(translation: Translation, problems: readonly UnitProblem[]): Promise<void> {
    const { code } = translation.language
    const language = { code, fileCode: translation.languageCode }
    for (const problem of problems) {
      const { rule, row } = problem
      const units = translation.units()
      const checksum = checksumText(units, row)
      const key = `${rule} ${checksum}`
      if (!this.#counts(key, { rule, language, texts: () => textsOfString(units, row) })) continue
      if (rule !== REPEATING) this.#strings.add(checksum)
      if (!this.#isListed(rule)) {
        this.#unlisted.set(rule, (this.#unlisted.get(rule) ?? new Set()).add(checksum))
        continue
      }
      const draft = this.#findings.get(key)
      draft?.languages.push(code)
      // A place in the source file already covers all languages.
      if (draft !== undefined && draft.places[0].language === undefined) continue
      const place = await placeOfProblem(translation, problem, this.#findPlace)
      draft?.places.push(place)
      if (draft !== undefined) continue
      const context = unitName(translation, row) || undefined
      const where = { component: placeOf(this.#component), languages: [code], checksum, context }
      this.#findings.set(key, { ...this.#about(rule), ...where, places: [place] })
    }
  }

  /** Returns whether a problem is selected, and neither ignored nor accepted. `--checks` selects checks, not rules. */
  #counts(key: string, problem: Parameters<FindAccepted>[0]): boolean {
    const { rule } = problem
    const { ignored, checks } = this.options
    const isSelected = checks?.has(rule) !== false || !descriptionsById.has(rule)
    if (ignored.has(rule) || !isSelected) return false
    const entry = this.#findAccepted?.(problem)
    if (entry === undefined) return true
    this.accepted.add(key)
    this.used.add(entry)
    return false
  }

  /** Returns a language with the code in the names of its files. */
  #languageOf(code: string | undefined) {
    if (code === undefined) return undefined
    const { translations } = this.#component
    const translation = translations.find(({ language }) => language.code === code)
    return { code, fileCode: translation?.languageCode ?? code }
  }

  /** Returns one finding for each string and rule, in the order in which they were first added. */
  findings(): readonly Finding[] {
    return [...this.#findings.values()].filter(
      ({ rule, checksum = '' }) => rule !== REPEATING || !this.#strings.has(checksum),
    )
  }

  /** Counts the unlisted notes by rule. */
  unlisted(): readonly RuleCount[] {
    return [...this.#unlisted].flatMap(([rule, checksums]) => {
      const counted = [...checksums].filter((id) => rule !== REPEATING || !this.#strings.has(id))
      const found = counted.length
      return found === 0 ? [] : [{ ...this.#about(rule), isListed: false, found }]
    })
  }

  #about(rule: string) {
    const severity = this.#severityOf(rule)
    return { rule, severity, isFailing: isFailing(rule, severity, this.options.failOn) }
  }

  #severityOf(rule: string): Severity {
    return ruleSeverity(rule, this.#component)
  }

  /** Returns whether problems of a rule are listed rather than only counted: notes only on request. */
  #isListed(rule: string): boolean {
    const { failOn, checks } = this.options
    return this.#severityOf(rule) !== 'note' || failOn === 'note' || checks?.has(rule) === true
  }
}

/** Returns the finding of a problem of a file, of a component or of the configuration. */
export function fileFinding(
  { rule, context, ...place }: FileProblem,
  { component, severity }: Pick<Finding, 'component' | 'severity'>,
  { failOn }: GateOptions,
): Draft {
  return {
    ...{ rule, severity, isFailing: isFailing(rule, severity, failOn), component },
    languages: place.language === undefined ? [] : [place.language],
    ...{ checksum: undefined, context },
    places: [place],
  }
}

/** Returns the place of a problem in its file; for a changed source, in the file of the source language. */
async function placeOfProblem(
  translation: Translation,
  { rule, row, message }: UnitProblem,
  findPlace: FindUnitLocation,
): Promise<FindingLocation> {
  const { language, filename, component, units } = translation
  const source = rule === 'outdated' ? sourceOf(component) : undefined
  const hasFile = source !== undefined && source.filename !== ''
  const sourceRow = hasFile ? findRow(source.units().table, units().table, row) : undefined
  const isInSource = hasFile && sourceRow !== undefined
  const place = await (isInSource ? findPlace(source, sourceRow) : findPlace(translation, row))
  // A unit that its file lacks is shown at its place in the template.
  const isElsewhere = !isInSource && place !== undefined && place.filename !== filename
  return {
    language: isInSource ? undefined : language.code,
    filename: place?.filename,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    message: isElsewhere ? `${language.name}: ${message()}` : message(),
  }
}

/** Sorts findings by string: strings that fail the check first, then those with the most severe findings. */
export function sortByString(findings: readonly Finding[]): readonly Finding[] {
  const strings = groupBy(findings, (finding) =>
    finding.checksum === undefined ? finding : `${finding.component} ${finding.checksum}`,
  )
  return [...strings.values()]
    .map((ofString) => ofString.sort(bySeverity))
    .sort(([a], [b]) => bySeverity(a, b))
    .flat()
}

/** Counts the findings of each rule, including unlisted ones, in the order of `CheckReport.counts`. */
export function countRules(
  findings: readonly Finding[],
  unlisted: readonly RuleCount[],
): readonly RuleCount[] {
  const counts = new Map<string, RuleCount>()
  const listed = findings.map(({ rule, severity, isFailing }) => {
    return { rule, severity, isFailing, isListed: true, found: 1 }
  })
  for (const ruleCount of [...listed, ...unlisted]) {
    const key = `${ruleCount.rule} ${ruleCount.severity} ${ruleCount.isListed}`
    counts.set(key, { ...ruleCount, found: ruleCount.found + (counts.get(key)?.found ?? 0) })
  }
  return [...counts.values()].sort(
    (ruleCount, other) =>
      bySeverity(ruleCount, other) ||
      other.found - ruleCount.found ||
      (ruleCount.rule < other.rule ? -1 : 1),
  )
}

/** Returns the results of languages with their findings counted. */
export function countFindings(
  languages: readonly Omit<LanguageResult, 'found'>[],
  findings: readonly Finding[],
): readonly LanguageResult[] {
  const occurrences = findings.flatMap(({ component, languages: codes, severity }) =>
    codes.map((code) => ({ key: `${component} ${code}`, severity })),
  )
  const byLanguage = groupBy(occurrences, ({ key }) => key)
  return languages.map((result) => {
    const counts = { error: 0, warning: 0, note: 0 }
    const ofLanguage = byLanguage.get(`${result.component} ${result.language}`) ?? []
    for (const { severity } of ofLanguage) counts[severity]++
    return { ...result, found: counts }
  })
}

type Rank = Pick<Finding, 'severity' | 'isFailing'>

function bySeverity(rank: Rank, other: Rank): number {
  const failingFirst = Number(other.isFailing) - Number(rank.isFailing)
  return failingFirst || SEVERITIES.indexOf(rank.severity) - SEVERITIES.indexOf(other.severity)
}
