import { descriptionsById } from '../../checks/registry.ts'
import { UsageError } from '../../errors.ts'
import { faultOfChecks } from '../../facts/find-units.ts'
import type { CheckReport } from '../../facts/records.ts'
import { FAIL_ON, type GateRequest } from '../../gate/options.ts'
import { RULE_IDS } from '../../gate/rule.ts'
import { printableJson } from '../../text.ts'
import { type Arguments, CANNOT_READ, namesIn } from '../command.ts'
import { warn } from '../output/progress.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { writeOver } from '../write-file.ts'
import { checkTarget } from './check-target.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { sarifReport } from './sarif.ts'
import { textReport } from './text.ts'

/**
 * Checks a repository and prints a report. Resolves with 0 if the check passed, with 3 if configured files do not exist
 * or the clone lacks their content, otherwise with 1. Throws ConfigError, UsageError, NotFoundError for an unknown ref,
 * RepositoryError if something cannot be read or history is missing.
 */
export async function check(args: Arguments): Promise<number> {
  const {
    operands: [operand],
    values,
  } = args
  const { config: configFile, base } = values
  const { report, missing } = await checkTarget({ operand, configFile, base }, requestOf(args))
  for (const destination of namesIn(values['report']) ?? []) {
    const [format = ''] = destination.split('=', 1)
    writeOver(destination.slice(format.length + 1), reportText(report, format, screenOf({})))
  }
  process.stdout.write(reportText(report, values['format'] ?? '', screenOf(process.stdout)))
  for (const message of new Set(missing)) warn(message)
  if (missing.length > 0) return CANNOT_READ
  return report.isPassed ? 0 : 1
}

/** Returns what the options of `check` request. Throws UsageError for an unknown check or rule. */
function requestOf({ values, switches }: Arguments): GateRequest {
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

/** The options parser only accepts known formats. */
function reportText(report: CheckReport, format: string, screen: Screen): string {
  return `${reporters[format as keyof typeof reporters](report, screen)}\n`
}

/** A function for each format of a report; `schemas/check.schema.json` describes the JSON. */
export const reporters = {
  text: textReport,
  json: (report: CheckReport) => printableJson(report),
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  markdown: markdownReport,
}
