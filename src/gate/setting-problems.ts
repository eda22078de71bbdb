import { isDeepStrictEqual } from 'node:util'
import type { BaseMatch } from '../catalog/base/match-base.ts'
import type { Pair, Placed } from '../catalog/base/pair-components.ts'
import type { CheckConfig } from '../config/check.ts'
import type { ProjectConfig } from '../config/config.ts'
import { fieldName } from '../config/field.ts'
import type { Finding } from '../facts/records.ts'
import type { View } from '../model/model.ts'
import { pathOf } from '../model/paths.ts'
import type { Collector, FileProblem } from './collect.ts'
import { wholeFile } from './file-problems.ts'
import type { GateRequest } from './options.ts'
import { BASE_RULES, describeRule } from './rule.ts'

/** Fields of components that determine what is checked, and how. */
const FIELDS = [
  ...(['checkFlags', 'severity', 'fileFormat', 'fileFormatParams', 'sourceLanguage'] as const),
  ...(['keyFilter', 'languageRegex', 'isGlossary', 'allowTranslationPropagation'] as const),
  'editTemplate' as const,
]

/** Fields of projects that determine what is checked, and how. */
const PROJECT_FIELDS = ['checkFlags', 'severity', 'languageAliases'] as const

/** The base that a change is compared with. */
export interface GateBase {
  readonly commit: string
  readonly view: View
  readonly match: BaseMatch
  /** Projects whose components are discovered, now and at the base. */
  readonly discovered: {
    readonly now: readonly ProjectConfig[]
    readonly former: readonly ProjectConfig[]
  }
  /** The configuration file of the base, if it has been removed. */
  readonly lostFile: string | undefined
}

/** A problem of the configuration, judged by the options of its project. */
interface SettingProblem extends Pick<Finding, 'component' | 'severity'> {
  readonly check: CheckConfig
  readonly problem: FileProblem
}

/**
 * Reports how a change affects the check itself: components whose settings it changes, that it removes from the
 * configuration, or whose files it removes. People must decide on these, so they are always reported.
 */
export function settingProblems(
  { match: { pairs, gone, dropped }, discovered, lostFile }: GateBase,
  configPath: string,
  selected: string | undefined,
): SettingProblem[] {
  const problem = (rule: string, { project, config }: Placed, message: string) => {
    const component = pathOf(project, config)
    if (selected !== undefined && ![component, config.slug].includes(selected)) return []
    const { [rule]: usual = describeRule(rule).severity } = project.severity
    const severity = config.severity[rule] ?? usual
    const problem = wholeFile(rule, message, configPath)
    return [{ component, severity, check: project.check, problem }]
  }
  const changed = (placed: Placed, messages: readonly string[]) =>
    messages.flatMap((message) => problem('changed-settings', placed, message))
  const lost = `${lostFile} is gone: components and their checks are now discovered.`
  // A new component tells nothing of its project at the base.
  const isKept = ({ now, former }: Pair) => now.project.slug === former?.project.slug
  const sorted = pairs.toSorted((pair, other) => Number(isKept(pair)) - Number(isKept(other)))
  const projects = new Map(sorted.map((pair) => [pair.now.project.slug, pair]))
  return [
    ...pairs.slice(0, lostFile === undefined ? 0 : 1).flatMap(({ now }) => changed(now, [lost])),
    ...[...projects.values()].flatMap((pair) =>
      changed(pair.now, [...projectChanges(pair), ...discoverChanges(pair, discovered)]),
    ),
    ...pairs.flatMap((pair) => (pair.isFound ? [] : changed(pair.now, componentChanges(pair)))),
    ...dropped.flatMap((placed) => {
      const { filemask } = placed.config
      return changed(placed, [
        `The configuration no longer has ${filemask}, so its files are not checked.`,
      ])
    }),
    ...gone.flatMap((placed) => {
      const message = `The files of ${placed.config.filemask} are gone, with all translations.`
      return problem('removed-component', placed, message)
    }),
  ]
}

function componentChanges({ now, former }: Pair): string[] {
  if (former === undefined) return []
  return FIELDS.flatMap((field) => change(field, now.config[field], former.config[field]))
}

function projectChanges({ now: { project: now }, former }: Pair): string[] {
  if (former === undefined) return []
  const { project } = former
  const before = new Map(Object.entries(withoutLines(project.check)))
  return [
    ...PROJECT_FIELDS.flatMap((field) => change(field, now[field], project[field])),
    ...Object.entries(withoutLines(now.check)).flatMap(([field, value]) =>
      change(`check.${field}`, value, before.get(field)),
    ),
  ]
}

const NO_RULES: ReadonlyMap<string, unknown> = new Map(
  Object.entries({ take: [], leave: [], pattern: '' }),
)

/** Returns the changes of the rules that find the components of a project. */
function discoverChanges(
  { now: { project } }: Pair,
  { now, former }: GateBase['discovered'],
): string[] {
  const rulesIn = (projects: readonly ProjectConfig[]) => {
    const { discover } = projects.find(({ slug }) => slug === project.slug) ?? {}
    if (discover === undefined) return undefined
    const { take, leave, pattern, fields } = discover
    return new Map<string, unknown>(Object.entries({ take, leave, pattern, ...fields }))
  }
  // Without a configuration, discovery has no rules.
  const [rules, formerRules = NO_RULES] = [rulesIn(now), rulesIn(former)]
  if (rules === undefined) return []
  return [...new Set([...rules.keys(), ...formerRules.keys()])].flatMap((field) =>
    change(`discover.${field}`, rules.get(field), formerRules.get(field)),
  )
}

/** Drops line numbers, since moving an entry changes nothing. */
function withoutLines({ ignore, ...check }: CheckConfig): object {
  return { ...check, ignore: ignore.map(({ line: _, ...entry }) => entry) }
}

function change(field: string, now: unknown, former: unknown): string[] {
  if (isDeepStrictEqual(now, former)) return []
  const shown = (value: unknown) => (value === undefined ? 'not set' : JSON.stringify(value))
  return [`${fieldName(field)} is ${shown(now)}; it was ${shown(former)}.`]
}

/** Returns the entries of `check.ignore` that accept nothing; none if a request omits problems that they may accept. */
export function unusedEntries(
  { projects }: View,
  configPath: string,
  collectors: readonly Collector[],
  { component, language, checks, ignored }: GateRequest,
): SettingProblem[] {
  const isWhole = [component, language, checks].every((option) => option === undefined)
  if (!isWhole || ignored?.size) return []
  const seen = new Set(collectors.flatMap(({ used }) => [...used]))
  return projects.flatMap(({ config: { slug, check, severity } }) =>
    check.ignore.flatMap((entry): SettingProblem[] => {
      // Entries of the site appear in all projects.
      if (seen.has(entry) || BASE_RULES.has(entry.check)) return []
      seen.add(entry)
      const rule = 'unused-ignore'
      const { line, ...fields } = entry
      const named = Object.entries(fields).filter(([, text]) => text !== '')
      const shown = named.map(([name, text]) => `${name}: ${text}`).join(', ')
      const message = `This entry of check.ignore matches no failure: ${shown}.`
      const problem = { ...wholeFile(rule, message, configPath), line }
      const ruleSeverity = severity[rule] ?? describeRule(rule).severity
      return [{ component: slug, severity: ruleSeverity, check, problem }]
    }),
  )
}
