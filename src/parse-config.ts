import { parseAddress } from './address.ts'
import { checkFlags } from './checks/flag-names.ts'
import type { Config } from './config/config.ts'
import { type ReadOptions, readConfig } from './config/read.ts'
import { checkRule, checkRulePattern } from './gate/rule.ts'
import { checkBranchName } from './git/refs.ts'

/** Validators for configured texts that other modules own; each throws an error with the message. */
export const parsers: Required<NonNullable<ReadOptions['parsers']>> = {
  flags: checkFlags,
  address: parseAddress,
  branch: checkBranchName,
  rule: checkRule,
  rulePattern: checkRulePattern,
}

/** Parses an untrusted configuration, which cannot read the environment or other files. Throws ConfigError. */
export function parseConfig(options: ReadOptions): Config {
  return readConfig({ ...options, needsProjects: false, parsers })
}
