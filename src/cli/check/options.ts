import type { Severity } from '../../checks/check.ts'
import { descriptionsById } from '../../checks/registry.ts'
import type { CheckConfig } from '../../config/check.ts'
import { UsageError } from '../../errors.ts'
import { faultOfChecks } from '../../facts/find-units.ts'
import { type Arguments, FAIL_ON, namesIn } from '../command.ts'
import { RULE_IDS } from './rule.ts'

/** Which problems count, and which of them fail. */
export interface GateOptions {
  /** The minimum severity of problems that fail the check; `none` if only limits fail it. */
  readonly failOn: Severity | 'none'
  /** Ids of the checks that count; undefined for all. */
  readonly checks: ReadonlySet<string> | undefined
  /** Ids of checks and rules that do not count. */
  readonly ignored: ReadonlySet<string>
  /** Maximum age of outdated translations in days. */
  readonly maxDays: number
  /** Minimum percentage of translated units in the required languages, or in all if none is required. */
  readonly failUnder: number | undefined
  /** Codes of languages that every component must have. */
  readonly requiredLanguages: readonly string[]
}

/** Combines the options of the command line, which take precedence, with a project's configuration. */
export function gateOptions(values: Arguments['values']): (check: CheckConfig) => GateOptions {
  const { checks, ignore, 'fail-under': failUnder, 'require-languages': languages } = values
  const fromArguments = {
    checks:
      checks === undefined ? undefined : rulesIn('checks', checks, [...descriptionsById.keys()]),
    ignored: rulesIn('ignore', ignore),
    maxDays: Number(values['max-outdated']),
  }
  const wanted = values['fail-on']
  const failOn = FAIL_ON.find((severity) => severity === wanted)
  // The library has no parser of options: a misspelled severity would fail nothing.
  if (failOn === undefined && wanted !== undefined) {
    throw new UsageError(`failOn needs one of ${FAIL_ON.join(', ')}; found "${wanted}"`)
  }
  return (check) => ({
    ...fromArguments,
    failOn: failOn ?? (check.failOn || 'error'),
    failUnder: failUnder === undefined ? check.failUnder : Number(failUnder),
    requiredLanguages: namesIn(languages) ?? check.requireLanguages,
  })
}

function rulesIn(option: string, list: string | undefined, rules?: readonly string[]): Set<string> {
  const ids = namesIn(list) ?? []
  const fault = faultOfChecks(ids, rules ?? RULE_IDS)
  if (fault !== undefined) throw new UsageError(`gitglot check: --${option}: ${fault}`)
  return new Set(ids)
}
