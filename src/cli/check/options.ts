import { descriptionsById } from '../../checks/registry.ts'
import { UsageError } from '../../errors.ts'
import { faultOfChecks } from '../../facts/find-units.ts'
import { FAIL_ON, type GateRequest } from '../../gate/options.ts'
import { RULE_IDS } from '../../gate/rule.ts'
import { type Arguments, namesIn } from '../command.ts'

/** Returns what the options of `check` request. Throws UsageError for an unknown check or rule. */
export function requestOf({ values, switches }: Arguments): GateRequest {
  const { component, language, checks, ignore = '', 'require-languages': languages } = values
  const { 'fail-on': failOn, 'fail-under': failUnder, 'max-outdated': maxDays } = values
  return {
    ...{ component, language },
    failOn: FAIL_ON.find((severity) => severity === failOn),
    failUnder: failUnder === undefined ? undefined : Number(failUnder),
    requiredLanguages: namesIn(languages),
    checks:
      checks === undefined ? undefined : rulesIn('checks', checks, [...descriptionsById.keys()]),
    ignored: rulesIn('ignore', ignore, RULE_IDS),
    maxDays: maxDays === undefined ? undefined : Number(maxDays),
    unused: switches.has('unused'),
  }
}

function rulesIn(option: string, list: string, rules: readonly string[]): Set<string> {
  const ids = namesIn(list) ?? []
  const fault = faultOfChecks(ids, rules)
  if (fault !== undefined) throw new UsageError(`gitglot check: --${option}: ${fault}`)
  return new Set(ids)
}
