import { type AcceptedProblem, createFindAccepted, textsOfString } from '../../checking/accepted.ts'
import type { Severity } from '../../checks/check.ts'
import type { IgnoreConfig } from '../../config/check.ts'
import type { Finding, FindingLocation, RuleCount } from '../../facts/records.ts'
import type { Component, Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { checksumText, findRow } from '../../model/unit.ts'
import { unitName } from '../../model/unit-name.ts'
import type { FindUnitLocation } from '../../reading/unit-places.ts'

import { isAtLeast, LIMITS, ruleSeverity } from './rule.ts'

/** Which problems count, and which of them fail. */
export interface CollectOptions {
  /** The minimum severity of problems that fail the check; `none` if only limits fail it. */
  readonly failOn: Severity | 'none'
  /** Ids of the checks that count; undefined for all. */
  readonly checks: ReadonlySet<string> | undefined
  /** Ids of checks and rules that do not count. */
  readonly ignored: ReadonlySet<string>
}

/** A problem of a file or of a whole component. */
export interface FileProblem extends FindingLocation, Pick<Finding, 'rule'> {
  /** The language code in the file's name, if it differs from the language's code. */
  readonly fileCode?: string
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

/** The component whose problems are collected. */
export interface Subject {
  /** `project/component` */
  readonly component: string
  readonly severityOf: (rule: string) => Severity
  /** Returns whether the configuration accepts a problem (default: never). */
  readonly isAccepted?: (problem: AcceptedProblem) => boolean
}

/** Returns the subject for a component. Adds the configuration entries that accept something to `used`. */
export function subjectOf(component: Component, used: Set<IgnoreConfig>): Subject {
  const { project, config } = component
  const findAccepted = createFindAccepted(project.config, config)
  return {
    component: placeOf(component),
    severityOf: (rule) => ruleSeverity(rule, component),
    isAccepted(problem) {
      const entry = findAccepted?.(problem)
      if (entry !== undefined) used.add(entry)
      return entry !== undefined
    },
  }
}

/** The check on sources that repeats what fails in their translations. */
const REPEATING = 'multiple_failures'

/** Collects the problems of a component. */
export class Collector {
  readonly #subject: Subject
  readonly #options: CollectOptions
  readonly #findPlace: FindUnitLocation
  readonly #findings = new Map<string, Draft>()
  readonly #accepted = new Set<string>()
  readonly #unlisted = new Map<string, Set<string>>()
  /** Checksums of strings with a problem of their own. */
  readonly #strings = new Set<string>()

  constructor(subject: Subject, options: CollectOptions, findPlace: FindUnitLocation) {
    this.#subject = subject
    this.#options = options
    this.#findPlace = findPlace
  }

  addFile({ rule, fileCode, context, ...place }: FileProblem): void {
    const key = JSON.stringify([rule, place])
    const { language: code } = place
    const language = code === undefined ? undefined : { code, fileCode: fileCode ?? code }
    const texts = context === undefined ? undefined : () => [context]
    if (!this.#counts(key, { rule, language, texts })) return
    const languages = code === undefined ? [] : [code]
    this.#add(key, rule, { languages, checksum: undefined, context, places: [place] })
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
      if (draft !== undefined) draft.places.push(place)
      else {
        const context = unitName(translation, row) || undefined
        this.#add(key, rule, { languages: [code], checksum, context, places: [place] })
      }
    }
  }

  /** Returns whether a problem is neither ignored nor accepted. */
  #counts(key: string, problem: AcceptedProblem): boolean {
    if (this.#options.ignored.has(problem.rule)) return false
    const isAccepted = this.#subject.isAccepted?.(problem) === true
    if (isAccepted) this.#accepted.add(key)
    return !isAccepted
  }

  #add(
    key: string,
    rule: string,
    draft: Pick<Draft, 'languages' | 'checksum' | 'context' | 'places'>,
  ): void {
    const { component } = this.#subject
    this.#findings.set(key, { ...this.#about(rule), component, ...draft })
  }

  /** Returns one finding for each string and rule, in the order in which they were first added. */
  findings(): readonly Finding[] {
    return [...this.#findings.values()].filter(
      ({ rule, checksum = '' }) => rule !== REPEATING || !this.#strings.has(checksum),
    )
  }

  /** Returns the number of problems that the configuration accepts, of any severity. */
  accepted(): number {
    return this.#accepted.size
  }

  /** Counts the unlisted notes by rule. */
  unlisted(): readonly RuleCount[] {
    return [...this.#unlisted].flatMap(([rule, checksums]) => {
      const count =
        rule === REPEATING
          ? [...checksums].filter((id) => !this.#strings.has(id)).length
          : checksums.size
      return count === 0 ? [] : [{ ...this.#about(rule), isListed: false, found: count }]
    })
  }

  #about(rule: string) {
    const severity = this.#subject.severityOf(rule)
    const isFailing =
      LIMITS.has(rule) ||
      (this.#options.failOn !== 'none' && isAtLeast(severity, this.#options.failOn))
    return { rule, severity, isFailing }
  }

  /** Returns whether problems of a rule are listed rather than only counted: notes only on request. */
  #isListed(rule: string): boolean {
    const { failOn, checks } = this.#options
    const isNote = this.#subject.severityOf(rule) === 'note'
    return !isNote || failOn === 'note' || checks?.has(rule) === true
  }
}

/** A finding that is still collecting languages. */
interface Draft extends Finding {
  readonly languages: string[]
  readonly places: [FindingLocation, ...FindingLocation[]]
}

/** Returns the place of a problem in its file; for a changed source, in the file of the source language. */
async function placeOfProblem(
  translation: Translation,
  { rule, row, message }: UnitProblem,
  findPlace: FindUnitLocation,
): Promise<FindingLocation> {
  const source = rule === 'outdated' ? sourceOf(translation, row) : undefined
  const place = await findPlace(source?.translation ?? translation, source?.row ?? row)
  const { language, filename } = translation
  // A unit that its file lacks is shown at its place in the template.
  const isElsewhere = !source && place !== undefined && place.filename !== filename
  return {
    language: source ? undefined : language.code,
    filename: place?.filename,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    message: isElsewhere ? `${language.name}: ${message()}` : message(),
  }
}

/** Returns the same unit in the source language; undefined if that has no file. */
function sourceOf(
  { component, units }: Translation,
  row: number,
): { readonly translation: Translation; readonly row: number } | undefined {
  const translation = component.translations.find(
    ({ isSource, filename }) => isSource && filename !== '',
  )
  if (translation === undefined) return undefined
  const otherRow = findRow(translation.units().table, units().table, row)
  return otherRow === undefined ? undefined : { translation, row: otherRow }
}
