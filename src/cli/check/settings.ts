import { isDeepStrictEqual } from 'node:util'
import type { View } from '../../catalog/model.ts'
import { pathInProject } from '../../catalog/paths.ts'
import type { CheckConfig, IgnoreConfig } from '../../config/check.ts'
import { fieldName } from '../../config/field.ts'
import type { Selection } from '../../facts/selection.ts'
import type { Compared } from '../former/former.ts'
import type { Pair } from '../former/pair.ts'
import type { Placed } from '../former/side.ts'
import type { FileProblem, Subject } from './collect.ts'
import { wholeFile } from './file-problems.ts'
import { BASE_RULES, describeRule } from './rule.ts'

/** Fields of components that determine what is checked, and how. */
const FIELDS = [
  ...(['checkFlags', 'severity', 'fileFormat', 'fileFormatParams', 'sourceLanguage'] as const),
  ...([
    'keyFilter',
    'languageRegex',
    'isGlossary',
    'allowTranslationPropagation',
    'editTemplate',
  ] as const),
] as const

/** Fields of projects that determine what is checked, and how. */
const PROJECT_FIELDS = ['checkFlags', 'severity', 'languageAliases'] as const

/** A problem of the configuration, judged by the options of its project. */
export interface SettingProblem {
  readonly subject: Subject
  readonly check: CheckConfig
  readonly problem: FileProblem
}

/**
 * Reports how a change affects the check itself: components whose settings it changes, that it removes from the
 * configuration, or whose files it removes. People must decide on these, so they are always reported.
 */
export function settingProblems(
  { target: { origin }, pairs, gone, dropped, lostFile }: Compared,
  { component: selected }: Selection,
): SettingProblem[] {
  const file = typeof origin === 'object' ? origin.path : ''
  const say = (placed: Placed, rule: string, message: string): SettingProblem[] => {
    const component = `${placed.project.slug}/${pathInProject(placed.config)}`
    const isWanted = selected === undefined || [component, placed.config.slug].includes(selected)
    const severityOf = (id: string) =>
      placed.config.severity[id] ?? placed.project.severity[id] ?? describeRule(id).severity
    const problem = { ...wholeFile(file), rule, language: undefined, message }
    return isWanted
      ? [{ subject: { component, severityOf }, check: placed.project.check, problem }]
      : []
  }
  const lost = pairs[0]
  const projects = new Map(pairs.map((pair) => [pair.now.project.slug, pair]))
  return [
    ...(lostFile === undefined || lost === undefined
      ? []
      : say(
          lost.now,
          'changed-settings',
          `${lostFile} is gone: components and their checks are now discovered.`,
        )),
    ...[...projects.values()]
      .flatMap((pair) =>
        projectChanges(pair).map((message) => say(pair.now, 'changed-settings', message)),
      )
      .flat(),
    ...pairs
      .filter(({ isFound }) => !isFound)
      .flatMap((pair) =>
        changesOf(pair).map((message) => say(pair.now, 'changed-settings', message)),
      )
      .flat(),
    ...dropped.flatMap((placed) =>
      say(
        placed,
        'changed-settings',
        `The configuration no longer has ${placed.config.filemask}, so it is not checked.`,
      ),
    ),
    ...gone.flatMap((placed) =>
      say(
        placed,
        'removed-component',
        `The files of ${placed.config.filemask} are gone, with all translations.`,
      ),
    ),
  ]
}

function changesOf({ now, former }: Pair): string[] {
  if (former === undefined) return []
  return FIELDS.flatMap((field) => change(field, now.config[field], former.config[field]))
}

function projectChanges({ now: { project: now }, former }: Pair): string[] {
  if (former === undefined) return []
  const { project } = former
  const [entries, before] = [withoutLines(now.check), withoutLines(project.check)]
  return [
    ...PROJECT_FIELDS.flatMap((field) => change(field, now[field], project[field])),
    ...(Object.keys(entries) as (keyof Entries)[]).flatMap((field) =>
      change(`check.${field}`, entries[field], before[field]),
    ),
  ]
}

type Entries = Omit<CheckConfig, 'ignore'> & { readonly ignore: readonly object[] }

/** Drops line numbers, since moving an entry changes nothing. */
function withoutLines({ ignore, ...check }: CheckConfig): Entries {
  return { ...check, ignore: ignore.map(({ line: _, ...entry }) => entry) }
}

function change(field: string, now: unknown, former: unknown): string[] {
  if (isDeepStrictEqual(now, former)) return []
  const shown = (value: unknown) => JSON.stringify(value)
  return [`${fieldName(field)} is ${shown(now)}; it was ${shown(former)}.`]
}

/** Returns the entries of `check.ignore` that accept nothing. */
export function unusedEntries(
  { projects }: View,
  configFile: string,
  used: ReadonlySet<IgnoreConfig>,
): SettingProblem[] {
  const seen = new Set<IgnoreConfig>(used)
  return projects.flatMap(({ config: { slug, check, severity } }) =>
    check.ignore.flatMap((entry): SettingProblem[] => {
      // Entries of the site appear in all projects.
      if (seen.has(entry) || BASE_RULES.has(entry.check)) return []
      seen.add(entry)
      const severityOf = (rule: string) => severity[rule] ?? describeRule(rule).severity
      const { line, ...fields } = entry
      const named = Object.entries(fields).filter(([, text]) => text !== '')
      const shown = named.map(([name, text]) => `${name}: ${text}`).join(', ')
      const message = `Nothing fails that check.ignore accepts here: ${shown}.`
      const place = { ...wholeFile(configFile), line }
      const problem = { ...place, rule: 'unused-ignore', language: undefined, message }
      return [{ subject: { component: slug, severityOf }, check, problem }]
    }),
  )
}
