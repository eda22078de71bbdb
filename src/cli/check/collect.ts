import {
  type AcceptedProblem,
  createFindAccepted,
  textsOfString,
} from '../../catalog/checking/accepted.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { checksumText, findRow } from '../../catalog/unit.ts'
import { unitName } from '../../catalog/unit-name.ts'
import type { FindPlace } from '../../catalog/unit-places.ts'
import type { Severity } from '../../checks/check.ts'
import type { IgnoreConfig } from '../../config/check.ts'
import type { Finding, FindingPlace, RuleCount } from './finding.ts'
import { isAtLeast, LIMITS, ruleSeverity } from './rule.ts'

/** Which problems count, and which of them fail. */
export interface CollectOptions {
  /** Problems that make the check fail: those of this severity and above; `none`: only limits. */
  readonly failOn: Severity | 'none'
  /** Ids of the checks that count; undefined for all. */
  readonly checks: ReadonlySet<string> | undefined
  /** Ids of checks and rules that do not count. */
  readonly ignored: ReadonlySet<string>
}

/** A problem of a file or a whole component. */
export interface FileProblem extends FindingPlace, Pick<Finding, 'rule'> {
  /** The code of its language in the name of the file, where that is another one. */
  readonly fileCode?: string
  /** Key or source of the text that it is about, if it is about one. */
  readonly context?: string | undefined
}

/** A problem of a unit. */
export interface UnitProblem {
  readonly rule: string
  readonly row: number
  /** One sentence; not asked for where the problem is not listed. */
  readonly message: () => string
}

/** The problems of a component. */
export interface Collector {
  addFile(problem: FileProblem): void
  addUnits(translation: Translation, problems: readonly UnitProblem[]): Promise<void>
  /** One for each string and rule, in the order in which they were first added. */
  findings(): readonly Finding[]
  /** How many the configuration accepts, of all severities. */
  accepted(): number
  /** Notes, which are only counted unless they were asked for. */
  unlisted(): readonly RuleCount[]
}

/** What the problems are of. */
export interface Subject {
  /** `project/component` */
  readonly component: string
  readonly severityOf: (rule: string) => Severity
  /** Whether the configuration accepts a problem; by default none. */
  readonly isAccepted?: (problem: AcceptedProblem) => boolean
}

/** A component as that. `used` gets the entries that accept something. */
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

/** Collects the problems of a component. It is long because its functions share the findings. */
export function createCollector(
  { component, severityOf, isAccepted = () => false }: Subject,
  { failOn, checks, ignored }: CollectOptions,
  findPlace: FindPlace,
): Collector {
  const findings = new Map<string, Draft>()
  const accepted = new Set<string>()
  const unlisted = new Map<string, Set<string>>()
  const about = (rule: string) => {
    const severity = severityOf(rule)
    const isFailing = LIMITS.has(rule) || (failOn !== 'none' && isAtLeast(severity, failOn))
    return { rule, severity, isFailing }
  }
  /** Rules by whether their problems are listed: a component has many problems of few rules. */
  const listed = new Map<string, boolean>()
  const isListed = (rule: string): boolean => {
    let known = listed.get(rule)
    if (known === undefined) {
      known = about(rule).severity !== 'note' || failOn === 'note' || checks?.has(rule) === true
      listed.set(rule, known)
    }
    return known
  }
  return {
    addFile({ rule, fileCode, context, ...place }) {
      if (ignored.has(rule)) return
      const key = JSON.stringify([rule, place])
      const { language: code } = place
      const language = code === undefined ? undefined : { code, fileCode: fileCode ?? code }
      const texts = context === undefined ? undefined : () => [context]
      if (isAccepted({ rule, language, texts })) {
        accepted.add(key)
        return
      }
      findings.set(key, {
        ...about(rule),
        component,
        languages: place.language === undefined ? [] : [place.language],
        checksum: undefined,
        context,
        places: [place],
      })
    },
    async addUnits(translation, problems) {
      // To ask for units may read them.
      if (problems.length === 0) return
      const units = translation.units()
      const { code } = translation.language
      const named = { code, fileCode: translation.languageCode }
      for (const problem of problems) {
        const { rule, row } = problem
        if (ignored.has(rule)) continue
        const checksum = checksumText(units, row)
        const texts = () => textsOfString(units, row)
        if (isAccepted({ rule, language: named, texts })) {
          accepted.add(`${rule} ${checksum}`)
          continue
        }
        if (!isListed(rule)) {
          unlisted.set(rule, (unlisted.get(rule) ?? new Set()).add(checksum))
          continue
        }
        const key = `${rule} ${checksum}`
        const known = findings.get(key)
        known?.languages.push(code)
        // The place of a source string is that of all languages.
        if (known !== undefined && known.places[0].language === undefined) continue
        const place = await placeOfProblem(translation, problem, findPlace)
        if (known !== undefined) known.places.push(place)
        else
          findings.set(key, {
            ...about(rule),
            component,
            languages: [code],
            checksum,
            context: unitName(translation, row) || undefined,
            places: [place],
          })
      }
    },
    findings: () => [...findings.values()],
    accepted: () => accepted.size,
    unlisted: () =>
      [...unlisted].map(([rule, { size }]) => ({ ...about(rule), isListed: false, found: size })),
  }
}

/** A finding to which languages are added. */
interface Draft extends Finding {
  readonly languages: string[]
  readonly places: [FindingPlace, ...FindingPlace[]]
}

/** In its file, or for a changed source in the file of the source language. */
async function placeOfProblem(
  translation: Translation,
  { rule, row, message }: UnitProblem,
  findPlace: FindPlace,
): Promise<FindingPlace> {
  const source = rule === 'outdated' ? sourceOf(translation, row) : undefined
  const place = await findPlace(source?.translation ?? translation, source?.row ?? row)
  const { language, filename } = translation
  // A unit that is missing in the file is shown at its place in the template.
  const isElsewhere = !source && place !== undefined && place.filename !== filename
  return {
    language: source ? undefined : language.code,
    filename: place?.filename,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    message: isElsewhere ? `${language.name}: ${message()}` : message(),
  }
}

/** The same unit in the source language; undefined if that has no file. */
function sourceOf(
  { component, units }: Translation,
  row: number,
): { readonly translation: Translation; readonly row: number } | undefined {
  const translation = component.translations.find((one) => one.isSource && one.filename !== '')
  if (translation === undefined) return undefined
  const found = findRow(translation.units().table, units().table, row)
  return found === undefined ? undefined : { translation, row: found }
}
