import { severityOf } from '../checking/severity.ts'
import { type CheckDescription, SEVERITIES, type Severity } from '../checks/check.ts'
import { descriptionsById } from '../checks/registry.ts'
import { faultOfChecks } from '../facts/find-units.ts'
import type { Component } from '../model/model.ts'
import { createWildcardTest } from '../regexp/wildcard.ts'

type Rule = Pick<CheckDescription, 'name' | 'description' | 'severity'>

/** The rules that `check` reports in addition to failing checks. */
const RULES: Readonly<Record<string, Rule>> = {
  'parse-error': error('A translation file cannot be read.'),
  untranslated: error('A string is no longer translated.'),
  outdated: warning('The source of a string changed; its translation did not.'),
  'refused-text': error('Programs reject a text, or the whole file because of it.'),
  'extra-keys': warning('A translation file has keys that the template lacks.'),
  'duplicate-keys': warning('A key is repeated in a file; only one of its texts counts.'),
  'renamed-key': warning('A key looks renamed, and translations of the old one would be lost.'),
  'base-unreadable': warning('A file cannot be read at the base, so nothing is compared with it.'),
  'plural-forms': error('A file declares fewer plural forms than at the base.'),
  'removed-component': warning('A component is gone, with its translations.'),
  'undefined-key': error('The code asks for a key that no template has.'),
  'unused-key': { ...error('No file mentions a key of the template.'), severity: 'note' },
  'unused-ignore': warning('An entry of check.ignore matches no failure.'),
  'changed-settings': warning('The configuration of the checks changed.'),
  'max-outdated': error('A translation has been outdated for longer than the limit.'),
  'fail-under': error('Less of a language is translated than the limit requires.'),
  'require-languages': error('A required language is missing.'),
}

function error(description: string): Rule {
  return { name: description, description, severity: 'error' }
}

function warning(description: string): Rule {
  return { ...error(description), severity: 'warning' }
}

/** The rules that enforce limits set by options. */
const LIMITS: ReadonlySet<string> = new Set(['max-outdated', 'fail-under', 'require-languages'])

/** The rules that run only on request: with a base, with a limit, or with `--unused`. */
export const BASE_RULES: ReadonlySet<string> = new Set([
  ...['outdated', 'untranslated', 'renamed-key', 'base-unreadable', 'plural-forms'],
  ...['removed-component', 'changed-settings', 'max-outdated', 'undefined-key', 'unused-key'],
])

/** Ids of the checks and rules that can be ignored or have their severity changed. */
export const RULE_IDS: readonly string[] = [
  ...descriptionsById.keys(),
  ...Object.keys(RULES).filter((id) => id !== 'parse-error' && !LIMITS.has(id)),
]

/** Throws an error for a check or rule that does not exist. */
export function checkRule(id: string): void {
  const fault = faultOfChecks([id], RULE_IDS)
  if (fault !== undefined) throw new Error(fault)
}

/** Throws an error if no check or rule matches a pattern; `*` matches any text. */
export function checkRulePattern(pattern: string): void {
  const rules = [...RULE_IDS, ...Object.keys(RULES)]
  if (rules.some(createWildcardTest(pattern))) return
  throw new Error(faultOfChecks([pattern], rules))
}

/** Returns the description of a check or rule. */
export function describeRule(id: string): Rule {
  return descriptionsById.get(id) ?? RULES[id] ?? error(id)
}

/** Returns the severity of a check or rule in a component. */
export function ruleSeverity(id: string, component: Component): Severity {
  return severityOf(id, component) ?? describeRule(id).severity
}

/** Returns whether a finding fails `check`: as severe as `--fail-on` says, or beyond a limit. */
export function isFailing(id: string, severity: Severity, failOn: Severity | 'none'): boolean {
  const isSevere = failOn !== 'none' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn)
  return isSevere || LIMITS.has(id)
}
